// ARGS: --diagnostic-format=rich
class Inst {
  string AsmString = "";
  bit mayLoad = false;

def NOP : Inst;

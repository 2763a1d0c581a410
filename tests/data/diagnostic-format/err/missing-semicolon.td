// ARGS: --diagnostic-format=rich
class Inst {
  string AsmString = ""
  bit mayLoad = false;
}

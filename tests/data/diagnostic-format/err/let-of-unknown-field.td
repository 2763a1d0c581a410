// ARGS: --diagnostic-format=rich
class Inst {
  string AsmString = "";
  bit mayLoad = false;
}

let mayload = true in
def LDW : Inst {
  let AsmString = "ldw";
}

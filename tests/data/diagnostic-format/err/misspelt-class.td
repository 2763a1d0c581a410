// ARGS: --diagnostic-format=rich
class Instruction { string AsmString = ""; }

def ADD : Instrucion {
  let AsmString = "add";
}

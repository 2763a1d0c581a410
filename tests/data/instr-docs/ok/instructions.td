// ARGS: --gen-instr-docs
include "../support/instructions.inc"
// What is known of each instruction: its text by dialect, what it is and does, its operands, and
// what it needs.
def Other : AsmParserVariant<"other">;
def Standard : AsmParserVariant<"standard">;
def Toy : Target { let AssemblyParserVariants = [Standard, Other]; }
def HasMul : Predicate<"">;
def FLAGS : Register;
def SP : Register;
def pred : Operand { let MIOperandInfo = (ops imm, GPR:$flags); }

class ToyInst<string assembly, dag outputs, dag inputs> : Instruction {
  let AsmString = assembly;
  let OutOperandList = outputs;
  let InOperandList = inputs;
  bit mayLoad = false;
  bit mayStore = false;
  bit hasSideEffects = false;
  bit isBranch = false;
  bit isTerminator = false;
}
def ADD : ToyInst<"add{_x}\t{$rd, $rs|$rs, $rd} ", (outs GPR:$rd), (ins GPR:$rs)> {
  let Constraints = "$rs = $rd";
  let Defs = [FLAGS];
}
def LD_POST : ToyInst<"ld\t$rd, $m", (outs GPR:$rd), (ins mem:$m, pred:$p)> {
  let mayLoad = true;
  let Defs = [SP, FLAGS];
  let Uses = [SP];
  let Predicates = [HasMul];
}
def BR : ToyInst<"", (outs), (ins imm:$target)> {
  let isBranch = true;
  let isTerminator = true;
}

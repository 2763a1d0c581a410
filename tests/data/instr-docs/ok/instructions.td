// ARGS: --gen-instr-docs -I ../instr-info/opcodes -I ../../../examples/toy-target/prelude
// What is known of each instruction: its text by dialect, what it is and does, its operands, and
// what it needs.
include "llvm/Target/Target.td"

def ToyInstrInfo : InstrInfo;
def Other : AsmParserVariant { let Name = "other"; }
def Standard : AsmParserVariant { let Name = "standard"; }
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
  let AssemblyParserVariants = [Standard, Other];
}
def HasMul : Predicate<"">;
def R0 : Register<"r0">;
def FLAGS : Register<"flags">;
def SP : Register<"sp">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def i32imm : Operand<i32>;
def mem : Operand<i32> { let MIOperandInfo = (ops GPR:$base, i32imm:$disp); }
def pred : Operand<i32> { let MIOperandInfo = (ops i32imm, GPR:$flags); }

class ToyInst<string assembly, dag outputs, dag inputs> : Instruction {
  let Namespace = "Toy";
  let AsmString = assembly;
  let OutOperandList = outputs;
  let InOperandList = inputs;
  let mayLoad = false;
  let mayStore = false;
  let hasSideEffects = false;
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
def BR : ToyInst<"", (outs), (ins i32imm:$target)> {
  let isBranch = true;
  let isTerminator = true;
}

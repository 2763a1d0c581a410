// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def Odd { bits<2> row = { 1, ? }; }
foreach operator = ["ascend", "descend", "operand", "slice", "encoder", "decoder"] in
  def operator;
def X : Instruction {
  let InOperandList = (ins imm:$x);
  dag Inst = (descend (slice "$x", 0x7fffffffffffffff, 0));
}

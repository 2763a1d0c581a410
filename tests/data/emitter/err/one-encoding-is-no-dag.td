// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def Odd { bits<2> row = { 1, ? }; }
foreach operator = ["ascend", "descend", "operand", "slice", "encoder", "decoder"] in
  def operator;
def X : Instruction {
  let InOperandList = (ins imm:$x);
  dag Inst = (descend 0b1);
}
def Y : Instruction { bits<8> Inst = 0; }

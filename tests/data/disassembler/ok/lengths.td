// ARGS: --release 22 --gen-disassembler
include "classes.td"
// Since release 22 the bits after the end of an encoding are tested once it is ruled out, and encodings may have
// operands only.
def Toy : Target;
def descend; def operand;
class I<dag inst> : Instruction { let Size = 0; let InOperandList = (ins imm:$op); dag Inst = inst; }
def Long0 : I<(descend 0b00000000, (operand "$op", 7), 0b1)>;
def Long1 : I<(descend 0b00000001, (operand "$op", 7), 0b1)>;
def Short : I<(descend (operand "$op", 7), 0b0)>;

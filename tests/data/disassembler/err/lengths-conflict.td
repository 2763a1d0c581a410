// ARGS: --release 22 --gen-disassembler
include "classes.td"
// The shortest encoding decides which bits can be tested. One without known bits is any byte.
def Toy : Target;
def descend; def operand;
class I<dag inst> : Instruction { let Size = 0; let InOperandList = (ins imm:$op); dag Inst = inst; }
def Long0 : I<(descend 0b00000000, (operand "$op", 8))>;
def Long1 : I<(descend 0b00000001, (operand "$op", 8))>;
def Short : I<(descend (operand "$op", 8))>;

// ARGS: --gen-disassembler
include "classes.td"
// A bit without a value cannot have another one: a warning.
def Toy : Target;
def A : Instruction {
  field bits<16> Inst = 0;
  field bits<16> SoftFail = 0;
  let Inst{3-2} = ?;
  let SoftFail{4-2} = 0b111;
}

// ARGS: --gen-disassembler
include "classes.td"
// Each namespace and size has a table. A further encoding of an instruction can lie in another one.
def Toy : Target;
class Inst<int size, string namespace> : Instruction {
  let Size = size;
  let DecoderNamespace = namespace;
}
def A : Inst<1, ""> { field bits<8> Inst = 1; }
def B : Inst<2, ""> { field bits<16> Inst = 2; }
def C : Inst<1, "Other"> { field bits<8> Inst = 3; }
def AOther : AdditionalEncoding<A> {
  let Size = 1;
  let DecoderNamespace = "Other";
  field bits<8> Inst = 4;
}
// Bits beyond the size are not looked at, and bits that are lacking may have any value.
def LONG : Inst<1, "Long"> { field bits<12> Inst = 0xf05; }
def SHORT : Inst<2, "Short"> { field bits<12> Inst = 0xf05; }

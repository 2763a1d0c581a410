// ARGS: --gen-disassembler --suppress-per-hwmode-duplicates=O2
include "classes.td"
// Instructions without modes have a table of their own.
def Toy : Target;
def ModeA : HwMode<"+a">;
def ModeB : HwMode<"+b">;
class Encoding<bits<8> op> : InstructionEncoding {
  bits<4> x;
  bits<4> y;
  field bits<16> Inst;
  let Inst{15-8} = op;
  let Inst{7-4} = x;
  let Inst{3-0} = y;
}
def AddA : Encoding<1>;
def AddB : Encoding<2>;
def AddDefault : Encoding<3>;
def OtherB : Encoding<4> { let DecoderNamespace = "Other"; }
class Inst<list<HwMode> modes, list<InstructionEncoding> encodings> : Instruction {
  let InOperandList = (ins imm:$x, imm:$y);
  let EncodingInfos = EncodingByHwMode<modes, encodings>;
}
def ADD : Inst<[DefaultMode, ModeA, ModeB], [AddDefault, AddA, AddB]>;
def OTHER : Inst<[ModeB], [OtherB]>;
def SAME : Instruction { field bits<16> Inst = 0xffff; }
def SAMEOTHER : Instruction { field bits<16> Inst = 0xfffe; let DecoderNamespace = "Other"; }
def THIRD : Instruction { field bits<16> Inst = 0xfffd; let DecoderNamespace = "Third"; }

// ARGS: --release 22 --gen-emitter
include "../support/instructions.inc"
// Tables of LLVM 22 begin at the first instruction with an encoding; modes with the same code share a case.
def Toy : Target;
def ModeA : HwMode<"+a">;
def ModeB : HwMode<"+b">;

class Encoding<bits<8> op, bit swapped> : InstructionEncoding {
  bits<4> x;
  bits<4> y;
  field bits<16> Inst;
  let Inst{15-8} = op;
  let Inst{7-4} = !if(swapped, y, x);
  let Inst{3-0} = !if(swapped, x, y);
}
def AddA : Encoding<1, false>;
def AddB : Encoding<2, true>;
def AddDefault : Encoding<3, false>;
class Inst<list<HwMode> modes, list<InstructionEncoding> encodings> : Instruction {
  let InOperandList = (ins imm:$x, imm:$y);
  let EncodingInfos = EncodingByHwMode<modes, encodings>;
}
def ADD : Inst<[DefaultMode, ModeA, ModeB], [AddDefault, AddA, AddB]>;
def BOTH : Inst<[ModeA, ModeB], [AddA, AddDefault]>;
def SAME : Instruction { field bits<16> Inst = 0xffff; }

// ARGS: --gen-emitter
include "../support/instructions.inc"
// Encodings made of pieces that differ by mode; an encoding for all modes is in each table.
def Toy : Target;
foreach operator = ["descend", "operand"] in
  def operator;
def ModeA : HwMode<"+a">;
def ModeB : HwMode<"+b">;

class Encoding<dag inst> : InstructionEncoding { dag Inst = inst; }
def AddA : Encoding<(descend 0b01, (operand "$x", 6))>;
def AddB : Encoding<(descend (operand "$x", 14), 0b10)>;
class Inst<list<HwMode> modes, list<InstructionEncoding> encodings> : Instruction {
  let InOperandList = (ins imm:$x);
  let EncodingInfos = EncodingByHwMode<modes, encodings>;
}
def ADD : Inst<[ModeA, ModeB], [AddA, AddB]>;
def ONLYB : Inst<[ModeB], [AddB]> { let PostEncoderMethod = "postEncode"; }
def SAME : Instruction {
  let InOperandList = (ins imm:$x);
  dag Inst = (descend 0b11, (operand "$x", 6));
}

// ARGS: --gen-emitter
include "../support/instructions.inc"
// Encodings made of pieces, of any length.
def Toy : Target;
foreach operator = ["ascend", "descend", "operand", "slice", "encoder", "decoder"] in
  def operator;

def simm : Operand { let EncoderMethod = "getSImm"; }

class Variable<dag inputs, dag inst> : Instruction {
  let InOperandList = inputs;
  dag Inst = inst;
}
def NOP : Variable<(ins), (descend 0b1111, 0b0000)>;
def SKIP : Variable<(ins), (descend 0b1111, 0b0000)>;
def ADD : Variable<(ins GPR:$rs, simm:$imm),
                   (ascend (descend 0b0001, (operand "$rs", 4)), (operand "$imm", 16))>;
// The order of a slice's ends means nothing.
def JMP : Variable<(ins imm:$target),
                   (descend (slice "$target", 3, 11), 0b1, (slice "$target", 2, 0))>;
def LD : Variable<(ins mem:$m),
                  (descend 0b0010, (operand "$m.base", 4), (operand "$m.disp", 24))> {
  let PostEncoderMethod = "postEncodeLoad";
}
def ST : Variable<(ins imm:$x),
                  (descend 0b0011, (operand "$x", 4, (encoder "encodeX"), (decoder "decodeX")))>;
def EMPTY : Variable<(ins), (descend)>;
def LONG : Variable<(ins imm:$x), (descend 0b1, (operand "$x", 64), 0b1)>;

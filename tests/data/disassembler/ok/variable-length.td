// ARGS: --gen-disassembler
include "classes.td"
// Encodings made of pieces, of any length: the word grows while it is decoded.
def Toy : Target;
foreach operator = ["ascend", "descend", "operand", "slice", "encoder", "decoder"] in
  def operator;

def simm : Operand { let DecoderMethod = "decodeSImm"; }
def mem : Operand { let MIOperandInfo = (ops GPR:$base, imm:$disp); }

class Variable<dag outputs, dag inputs, dag inst> : Instruction {
  let Size = 0;
  let OutOperandList = outputs;
  let InOperandList = inputs;
  dag Inst = inst;
}
def NOP : Variable<(outs), (ins), (descend 0b1111, 0b0000)>;
def ADD : Variable<(outs), (ins GPR:$rs, simm:$imm),
                   (ascend (descend (operand "$rs", 4), 0b0001), (operand "$imm", 16))>;
def JMP : Variable<(outs), (ins imm:$target),
                   (descend (slice "$target", 3, 11), 0b1, (slice "$target", 2, 0), 0b0101)>;
def LD : Variable<(outs), (ins mem:$m),
                  (descend (operand "$m.disp", 24), (operand "$m.base", 4), 0b0010)>;
def ST : Variable<(outs), (ins imm:$x),
                  (descend (operand "$x", 4, (encoder "encodeX"), (decoder "decodeX")), 0b0011)>;
// What is tied to another operand is decoded from the same bits.
def INC : Variable<(outs GPR:$rd), (ins GPR:$rs), (descend (operand "$rd", 4), 0b0100)> {
  let Constraints = "$rs = $rd";
}

// ARGS: --gen-disassembler
include "classes.td"
// Bits that tell instructions apart are tested, those that most instructions differ in first. Then
// operands are put together: from bits in one row or in several, with bits that are always the same,
// and each by the method of its record.
def Toy : Target;

def simm : Operand { let DecoderMethod = "decodeSImm"; }
def GPROp : RegisterOperand<GPR>;
def ptr : PointerLikeRegClass<1>;
def mem : Operand { let MIOperandInfo = (ops GPR:$base, imm:$disp); }
def addr : Operand {
  let MIOperandInfo = (ops GPR:$base, imm:$disp);
  let DecoderMethod = "decodeAddr";
}
def wrapped : Operand { let MIOperandInfo = (ops GPR:$reg); }

class Inst16<bits<4> op, dag outputs, dag inputs> : Instruction {
  let OutOperandList = outputs;
  let InOperandList = inputs;
  field bits<16> Inst;
  let Inst{15-12} = op;
}
class Binary<bits<4> op, bits<4> sub> : Inst16<op, (outs GPR:$rd), (ins GPROp:$rs)> {
  bits<4> rd;
  bits<4> rs;
  let Inst{11-8} = rd;
  let Inst{7-4} = rs;
  let Inst{3-0} = sub;
}
def ADD : Binary<1, 0>;
def SUB : Binary<1, 1>;

// A number in two pieces, whose lowest bit is always one.
def JMP : Inst16<3, (outs), (ins simm:$target, imm:$link)> {
  bits<9> target;
  bit link;
  let target{0} = 1;
  let Inst{11-8} = target{8-5};
  let Inst{6} = link;
  let Inst{5-2} = target{4-1};
}
// A number whose lowest bits are not encoded.
def CALL : Inst16<7, (outs), (ins imm:$target)> {
  bits<14> target;
  let Inst{11-0} = target{13-2};
}
// The parts of an operand by names that the instruction gives them; operands whose method decodes
// all of them; and one of one part.
def LD : Inst16<4, (outs GPR:$rd), (ins (mem $base, $disp):$m)> {
  bits<4> rd;
  bits<4> base;
  bits<4> disp;
  let Inst{11-8} = rd;
  let Inst{7-4} = base;
  let Inst{3-0} = disp;
}
def ST : Inst16<5, (outs), (ins wrapped:$rs, addr:$m)> {
  bits<4> rs;
  bits<8> m;
  let Inst{11-8} = rs;
  let Inst{7-0} = m;
}
// What is tied to another operand is decoded from the same bits; an operand without bits is left out.
def INC : Inst16<6, (outs GPR:$rd), (ins GPR:$rs, ptr:$p, imm:$other)> {
  bits<4> rd;
  bits<2> p;
  let Inst{11-6} = 0;
  let Inst{5-4} = p;
  let Inst{3-0} = rd;
  let Constraints = "$rs = $rd";
}
// One method decodes all of it.
def ODD : Inst16<8, (outs), (ins imm:$x)> { let DecoderMethod = "decodeOdd"; }

// These cannot be decoded.
def NoBits : Instruction { field bits<16> Inst = ?; }
def NoSize : Inst16<9, (outs), (ins)> { let Size = 0; }
def Pseudo : Inst16<9, (outs), (ins)> { let isPseudo = true; }
def ForCode : Inst16<9, (outs), (ins)> { let isCodeGenOnly = true; }
def ForParser : Inst16<9, (outs), (ins)> { let isAsmParserOnly = true; }

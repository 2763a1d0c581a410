// ARGS: --gen-emitter
include "../support/instructions.inc"
// Operands go where the encoding names them: in one row of bits, in several, or through a method of
// their own. Instructions that are encoded alike share their code.
def Toy : Target;

def simm : Operand { let EncoderMethod = "getSImm"; }
def addr : Operand {
  let MIOperandInfo = (ops GPR:$base, imm:$disp);
  let EncoderMethod = "getAddr";
}

class Inst16<bits<4> op, dag outputs, dag inputs> : Instruction {
  let OutOperandList = outputs;
  let InOperandList = inputs;
  field bits<16> Inst = 0;
  let Inst{15-12} = op;
}
class Binary<bits<4> op> : Inst16<op, (outs GPR:$rd), (ins GPR:$rs, GPR:$rt)> {
  bits<4> rd;
  bits<4> rs;
  bits<4> rt;
  let Inst{11-8} = rd;
  let Inst{7-4} = rs;
  let Inst{3-0} = rt;
}
def ADD : Binary<1>;
def SUB : Binary<2>;

// A number in two pieces, and one bit.
def JMP : Inst16<3, (outs), (ins simm:$target, imm:$link)> {
  bits<9> target;
  bit link;
  let Inst{11-8} = target{8-5};
  let Inst{6} = link;
  let Inst{5-1} = target{4-0};
}
// The parts of an operand by names that the instruction gives them, and an operand whose method
// encodes all of it.
def LD : Inst16<4, (outs GPR:$rd), (ins (mem $base, $disp):$m)> {
  bits<4> rd;
  bits<4> base;
  bits<4> disp;
  let Inst{11-8} = rd;
  let Inst{7-4} = base;
  let Inst{3-0} = disp;
}
def ST : Inst16<5, (outs), (ins GPR:$rs, addr:$m)> {
  bits<4> rs;
  bits<8> m;
  let Inst{11-8} = rs;
  let Inst{7-0} = m;
  let PostEncoderMethod = "postEncodeStore";
}
// What is tied to another operand need not be encoded.
def INC : Inst16<6, (outs GPR:$rd), (ins GPR:$rs)> {
  bits<4> rd;
  let Inst{3-0} = rd;
  let Constraints = "$rs = $rd";
  let DisableEncoding = "$rs";
}
def HALT : Inst16<7, (outs), (ins)>;
def EXPAND : Instruction { let isPseudo = true; }

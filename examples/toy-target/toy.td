//===- toy.td - A 16-bit processor ----------------------------------------===//
//
// Toy16 has eight registers of 16 bits and instructions of 16 bits. This file
// describes it without any help from LLVM's own classes, so that all of it can
// be read here. Show what its records become with
//
//   tablewright llvm-tblgen --print-records examples/toy-target/toy.td
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

class Register<string name, bits<3> encoding> {
  string Name = name;
  bits<3> Encoding = encoding;
  list<string> AltNames = [];
}

// r0 always reads as zero; calls use r6 and r7.
foreach i = 0...5 in
  def R#i : Register<"r"#i, i>;

let AltNames = ["sp"] in
  def R6 : Register<"r6", 6>;
let AltNames = ["lr"] in
  def R7 : Register<"r7", 7>;

class RegisterClass<list<Register> members> {
  list<Register> Members = members;
  int Count = !size(members);
}

def GPR : RegisterClass<[R0, R1, R2, R3, R4, R5, R6, R7]>;

// What may be allocated: all but the zero register and those of calls.
def Allocatable : RegisterClass<!filter(r, GPR.Members,
    !and(!ne(r.Encoding, 0), !empty(r.AltNames)))>;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

class Operand<int width> {
  int Width = width;
}

class Immediate<int width, bit isSigned> : Operand<width> {
  bit Signed = isSigned;
  int Min = !if(isSigned, !sub(0, !shl(1, !sub(width, 1))), 0);
  int Max = !sub(!shl(1, !if(isSigned, !sub(width, 1), width)), 1);
}

def reg   : Operand<3>;
def imm6  : Immediate<6, true>;
def uimm4 : Immediate<4, false>;
def disp9 : Immediate<9, true>;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

// Operators of operand lists and of patterns.
def ins;
def outs;
def set;
class Node<int arity> { int Arity = arity; }
foreach node = ["add", "sub", "and", "or", "xor", "shl", "srl"] in
  def node : Node<2>;
def load  : Node<1>;
def store : Node<2>;

class Instruction<bits<4> opcode, dag outputs, dag inputs, string assembly> {
  bits<16> Inst;
  let Inst{15-12} = opcode;

  dag OutOperands = outputs;
  dag InOperands = inputs;
  string AsmString = !tolower(NAME) # " " # assembly;
  list<dag> Pattern = [];

  bit isBranch = false;
  bit isCall = false;
  bit mayLoad = false;
  bit mayStore = false;
}

//   15  12 11   9 8    6 5    3 2    0
//  | op   | rd   | rs   | rt   | func |
class RRR<bits<4> opcode, bits<3> func, Node node>
    : Instruction<opcode, (outs reg:$rd), (ins reg:$rs, reg:$rt), "$rd, $rs, $rt"> {
  bits<3> rd;
  bits<3> rs;
  bits<3> rt;
  let Inst{11-9} = rd;
  let Inst{8-6} = rs;
  let Inst{5-3} = rt;
  let Inst{2-0} = func;
  let Pattern = [(set reg:$rd, (node reg:$rs, reg:$rt))];
}

//   15  12 11   9 8    6 5           0
//  | op   | rd   | rs   | imm         |
class RRI<bits<4> opcode, Immediate imm, dag outputs, dag inputs, string assembly>
    : Instruction<opcode, outputs, inputs, assembly> {
  bits<3> rd;
  bits<3> rs;
  bits<6> value;
  let Inst{11-9} = rd;
  let Inst{8-6} = rs;
  let Inst{5-0} = value;
  assert !le(imm.Width, 6), "the immediate does not fit its field";
}

// An operation on two registers and one on a register and a constant.
multiclass Arithmetic<bits<4> opcode, bits<3> func, Node node, Immediate imm> {
  def rr : RRR<0, func, node>;
  def ri : RRI<opcode, imm, (outs reg:$rd), (ins reg:$rs, imm:$value),
               "$rd, $rs, $value"> {
    let Pattern = [(set reg:$rd, (node reg:$rs, imm:$value))];
  }
}

defm ADD : Arithmetic<1, 0, add, imm6>;
defm AND : Arithmetic<2, 1, and, imm6>;
defm OR  : Arithmetic<3, 2, or, imm6>;
defm XOR : Arithmetic<4, 3, xor, imm6>;
defm SHL : Arithmetic<5, 4, shl, uimm4>;
defm SRL : Arithmetic<6, 5, srl, uimm4>;
def SUBrr : RRR<0, 6, sub>;

let mayLoad = true in
def LD : RRI<7, imm6, (outs reg:$rd), (ins reg:$rs, imm6:$value), "$rd, $value($rs)"> {
  let Pattern = [(set reg:$rd, (load (add reg:$rs, imm6:$value)))];
}

let mayStore = true in
def ST : RRI<8, imm6, (outs), (ins reg:$rd, reg:$rs, imm6:$value), "$rd, $value($rs)"> {
  let Pattern = [(store reg:$rd, (add reg:$rs, imm6:$value))];
}

//   15  12 11   9 8                 0
//  | op   | rd   | disp              |
class Branch<bits<4> opcode>
    : Instruction<opcode, (outs), (ins reg:$rd, disp9:$disp), "$rd, $disp"> {
  bits<3> rd;
  bits<9> disp;
  let Inst{11-9} = rd;
  let Inst{8-0} = disp;
  let isBranch = true;
}

defvar branches = ["BEQZ", "BNEZ", "BLTZ", "BGEZ"];
foreach i = !range(branches) in {
  defvar name = branches[i];
  def name : Branch<!add(9, i)>;
}

let isCall = true in
def JALR : RRI<13, imm6, (outs reg:$rd), (ins reg:$rs), "$rd, $rs"> {
  let value = 0;
}

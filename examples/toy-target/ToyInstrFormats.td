//===- ToyInstrFormats.td - What instructions of Toy are made of ----------===//

include "ToyOperators.td"

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

// A number with a sign. Short instructions take the place of long ones, and the other
// way round, where numbers fit: the first predicate says so of machine instructions, the
// second of those that the assembler handles.
class SImm<int width>
    : Operand<i16>, ImmLeaf<i16, "return isInt<" # width # ">(Imm);"> {
  let OperandType = "OPERAND_IMMEDIATE";
  let MCOperandPredicate = [{
    int64_t Imm;
    return MCOp.evaluateAsConstantImm(Imm) && isInt<}] # width # [{>(Imm);
  }];
}
def simm16 : SImm<16>;
def simm5 : SImm<5>;

// A word in memory: a base register and a distance.
def mem : Operand<i16> {
  let OperandType = "OPERAND_MEMORY";
  let PrintMethod = "printMemOperand";
  let EncoderMethod = "getMemEncoding";
  let DecoderMethod = "decodeMem";
  let MIOperandInfo = (ops GPR:$base, simm16:$disp);
}

// Where a branch goes, relative to it.
def brtarget : Operand<OtherVT> {
  let OperandType = "OPERAND_PCREL";
  let PrintMethod = "printBranchTarget";
  let EncoderMethod = "getBranchEncoding";
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

class ToyInst<dag outputs, dag inputs, string assembly> : Instruction {
  let Namespace = "Toy";
  let DecoderNamespace = "Toy";
  let OutOperandList = outputs;
  let InOperandList = inputs;
  let AsmString = assembly;
  let Pattern = [];
  let mayLoad = false;
  let mayStore = false;
  let hasSideEffects = false;
}

//   31    26 25  23 22  20 19  17 16                  0
//  | opcode |  rd  |  rs  |  rt  |          0          |
//  | opcode |  rd  |  rs  |  0   |       imm (16)      |
class LongInst<bits<6> opcode, dag outputs, dag inputs, string assembly>
    : ToyInst<outputs, inputs, assembly> {
  field bits<32> Inst = 0;
  let Size = 4;
  let Inst{31-26} = opcode;
}

// An operation on two words. Most give the same result with the operands swapped.
class Binary<bits<6> opcode, string name, SDNode node, bit commutes>
    : LongInst<opcode, (outs GPR:$rd), (ins GPR:$rs, GPR:$rt), name # "\t$rd, $rs, $rt">,
      Sched<[WriteALU, ReadALU, ReadALU]> {
  bits<3> rd;
  bits<3> rs;
  bits<3> rt;
  let Inst{25-23} = rd;
  let Inst{22-20} = rs;
  let Inst{19-17} = rt;
  let Pattern = [(set GPR:$rd, (node GPR:$rs, GPR:$rt))];
  let isCommutable = commutes;
}

// An operation on a word and a constant.
class BinaryImm<bits<6> opcode, string name, SDNode node>
    : LongInst<opcode, (outs GPR:$rd), (ins GPR:$rs, simm16:$imm), name # "\t$rd, $rs, $imm">,
      Sched<[WriteALU, ReadALU]> {
  bits<3> rd;
  bits<3> rs;
  bits<16> imm;
  let Inst{25-23} = rd;
  let Inst{22-20} = rs;
  let Inst{15-0} = imm;
  let Pattern = [(set GPR:$rd, (node GPR:$rs, simm16:$imm))];
}

// A word or a pair from or to memory. An address is encoded as the base register and
// below it the distance.
class Memory<bits<6> opcode, dag outputs, dag inputs, string assembly>
    : LongInst<opcode, outputs, inputs, assembly> {
  bits<3> rd;
  bits<19> addr;
  let Inst{25-23} = rd;
  let Inst{22-20} = addr{18-16};
  let Inst{15-0} = addr{15-0};
  // Passes look for the address, which is the second operand of a load and of a store, by name.
  let UseNamedOperandTable = true;
}
class Load<bits<6> opcode, string name, RegisterClass regs>
    : Memory<opcode, (outs regs:$rd), (ins mem:$addr), name # "\t$rd, $addr">,
      Sched<[WriteLoad, ReadMem]> {
  let Pattern = [(set regs:$rd, (load address:$addr))];
  let mayLoad = true;
}
class Store<bits<6> opcode, string name, RegisterClass regs>
    : Memory<opcode, (outs), (ins regs:$rd, mem:$addr), name # "\t$rd, $addr">,
      Sched<[WriteStore, ReadALU, ReadMem]> {
  let Pattern = [(store regs:$rd, address:$addr)];
  let mayStore = true;
}

// A branch that compares two words.
class Branch<bits<6> opcode, string name, SDNode node>
    : LongInst<opcode, (outs), (ins GPR:$rs, GPR:$rt, brtarget:$target),
               name # "\t$rs, $rt, $target">,
      Sched<[WriteJump, ReadALU, ReadALU]> {
  bits<3> rs;
  bits<3> rt;
  bits<16> target;
  let Inst{22-20} = rs;
  let Inst{19-17} = rt;
  let Inst{15-0} = target;
  let Pattern = [(node GPR:$rs, GPR:$rt, bb:$target)];
  let Defs = [FLAGS];
  let isBranch = true;
  let isTerminator = true;
}

//   15  11 10   8 7    5 4    0
//  |  op  |  rd  |  0   |  imm |
class ShortInst<bits<5> opcode, dag outputs, dag inputs, string assembly>
    : ToyInst<outputs, inputs, assembly> {
  field bits<16> Inst = 0;
  let Size = 2;
  let Inst{15-11} = opcode;
  let Predicates = [HasShort];
}

// What there is a long and a short instruction for.
class Sized<string operation, int bytes> {
  string Operation = operation;
  int Bytes = bytes;
}

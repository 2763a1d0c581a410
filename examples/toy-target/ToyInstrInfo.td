//===- ToyInstrInfo.td - The instructions of Toy --------------------------===//

def ADD : Binary<0, "add", add, true>;
def SUB : Binary<1, "sub", sub, false>;
def AND : Binary<2, "and", and, true>;
def OR  : Binary<3, "or", or, true>;
def XOR : Binary<4, "xor", xor, true>;
def SHL : Binary<5, "shl", shl, false>;
def SHR : Binary<6, "shr", srl, false>;

def ADDI : BinaryImm<8, "addi", add>, Sized<"addi", 4>;
def ANDI : BinaryImm<9, "andi", and>;

def LDI : LongInst<10, (outs GPR:$rd), (ins simm16:$imm), "ldi\t$rd, $imm">,
          Sched<[WriteALU]> {
  bits<3> rd;
  bits<16> imm;
  let Inst{25-23} = rd;
  let Inst{15-0} = imm;
  let Pattern = [(set GPR:$rd, simm16:$imm)];
  let isMoveImm = true;
  let isReMaterializable = true;
}

// The product of two words is a pair.
def MUL : LongInst<11, (outs PAIR:$rd), (ins GPR:$rs, GPR:$rt), "mul\t$rd, $rs, $rt">,
          Sched<[WriteMul, ReadALU, ReadALU]>, Requires<[HasMul]> {
  bits<3> rd;
  bits<3> rs;
  bits<3> rt;
  let Inst{25-23} = rd;
  let Inst{22-20} = rs;
  let Inst{19-17} = rt;
  let Pattern = [(set PAIR:$rd, (mul (sext GPR:$rs), (sext GPR:$rt)))];
  let isCommutable = true;
}

def LDW : Load<16, "ldw", GPR>;
def STW : Store<17, "stw", GPR>;
def LDP : Load<18, "ldp", PAIR>;
def STP : Store<19, "stp", PAIR>;

def BEQ : Branch<24, "beq", ToyBrEq>;
def BNE : Branch<25, "bne", ToyBrNe>;
def BLT : Branch<26, "blt", ToyBrLt>;

let isBarrier = true, isTerminator = true in {
def JMP : LongInst<32, (outs), (ins brtarget:$target), "jmp\t$target">,
          Sched<[WriteJump]> {
  bits<16> target;
  let Inst{15-0} = target;
  let Pattern = [(br bb:$target)];
  let isBranch = true;
}
def JR : LongInst<33, (outs), (ins GPR:$rs), "jr\t$rs">, Sched<[WriteJump, ReadALU]> {
  bits<3> rs;
  let Inst{22-20} = rs;
  let Pattern = [(brind GPR:$rs)];
  let isBranch = true;
  let isIndirectBranch = true;
}
}

def CALL : LongInst<34, (outs), (ins brtarget:$target), "call\t$target">,
           Sched<[WriteJump]> {
  bits<16> target;
  let Inst{15-0} = target;
  let isCall = true;
  let Defs = [R7];
}

//===----------------------------------------------------------------------===//
// A short form
//===----------------------------------------------------------------------===//

// The register is changed in place, so it is an operand that is read and written.
def C_ADDI : ShortInst<1, (outs GPR:$rd), (ins GPR:$rs, simm5:$imm), "c.addi\t$rd, $imm">,
             Sched<[WriteALU, ReadALU]>, Sized<"addi", 2> {
  bits<3> rd;
  bits<5> imm;
  let Constraints = "$rd = $rs";
  let Inst{10-8} = rd;
  let Inst{4-0} = imm;
  let Pattern = [(set GPR:$rd, (add GPR:$rs, simm5:$imm))];
  // Where both forms are there, the short one is tried first.
  let AddedComplexity = 1;
}

def : CompressPat<(ADDI GPR:$rd, GPR:$rd, simm5:$imm), (C_ADDI GPR:$rd, simm5:$imm),
                  [HasShort]>;

// A function that finds the short instruction for a long one.
def getShortOpcode : InstrMapping {
  let FilterClass = "Sized";
  let RowFields = ["Operation"];
  let ColFields = ["Bytes"];
  let KeyCol = ["4"];
  let ValueCols = [["2"]];
}

//===----------------------------------------------------------------------===//
// Other names and what stands for other instructions
//===----------------------------------------------------------------------===//

def : InstAlias<"nop", (ADDI R0, R0, 0), 2>;
def : InstAlias<"mv\t$rd, $rs", (ADDI GPR:$rd, GPR:$rs, 0)>;
let Predicates = [HasMul] in
def : InstAlias<"sq\t$rd, $rs", (MUL PAIR:$rd, GPR:$rs, GPR:$rs)>;

// Functions return through the register that a call sets. Until the assembly is
// written this is an instruction of its own, so that nobody has to look at JR's operand.
let isReturn = true, isBarrier = true, isTerminator = true, isCodeGenOnly = true, Size = 4 in
def RET : ToyInst<(outs), (ins), "">, Sched<[WriteJump]>, PseudoInstExpansion<(JR R7)> {
  let Pattern = [(ToyRet)];
}

//===----------------------------------------------------------------------===//
// What takes more than one instruction, or another one
//===----------------------------------------------------------------------===//

def : Pat<(sub GPR:$rs, minusSImm16:$imm), (ADDI GPR:$rs, (Opposite $imm))>;
def : Pat<(xor GPR:$rs, -1), (XOR GPR:$rs, (LDI -1))>;

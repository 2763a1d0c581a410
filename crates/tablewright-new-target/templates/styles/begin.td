//===- Quill.td - A CPU with words of wordbits bits -------------------------===//
//
// Change this file: other registers, instructions and encodings. Then run
//
//   tablewright new-target --update && ./check
//
//===----------------------------------------------------------------------===//

include "llvm/Target/Target.td"

//===----------------------------------------------------------------------===//
// Features
//===----------------------------------------------------------------------===//

def FeatureMul : SubtargetFeature<"mul", "HasMul", "true", "Multiplication">;
def FeatureDiv : SubtargetFeature<"div", "HasDiv", "true", "Division", [FeatureMul]>;
def HasMul : Predicate<"Subtarget->hasMul()">,
             AssemblerPredicate<(all_of FeatureMul), "multiplication">;
def HasDiv : Predicate<"Subtarget->hasDiv()">,
             AssemblerPredicate<(all_of FeatureDiv), "division">;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

// The assembler's side of a number: the method that checks it, and the message if it does not fit.
class NumberClass<string name, string predicate, string message> : AsmOperandClass {
  let Name = name;
  let PredicateMethod = predicate;
  let RenderMethod = "addImmOperands";
  let DiagnosticType = "Invalid" # name;
  let DiagnosticString = message;
}
class SImm<int width> : Operand<wordvt>, ImmLeaf<wordvt, "return isInt<" # width # ">(Imm);"> {
  let OperandType = "OPERAND_IMMEDIATE";
  let DecoderMethod = "decodeSImm<" # width # ">";
  let ParserMatchClass = NumberClass<"SImm" # width, "isSImm<" # width # ">",
                                     "expected a number of " # width # " bits with a sign">;
}
class UImm<int width> : Operand<wordvt>, ImmLeaf<wordvt, "return isUInt<" # width # ">(Imm);"> {
  let OperandType = "OPERAND_IMMEDIATE";
  let ParserMatchClass = NumberClass<"UImm" # width, "isUImm<" # width # ">",
                                     "expected a number of " # width # " bits without a sign">;
}
// Places in the code, as distances from the instruction in units of instructions.
class Place<int width, ValueType type> : Operand<type> {
  let OperandType = "OPERAND_PCREL";
  let PrintMethod = "printBranch";
  let EncoderMethod = "getBranchEncoding<" # width # ">";
  let DecoderMethod = "decodeBranch<" # width # ">";
  let ParserMatchClass = NumberClass<"Place" # width, "isPlace<" # width # ">",
                                     "expected a label or a distance">;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

// An address: a base register or a place in the frame, and a distance. C++ finds them.
def addr : ComplexPattern<wordvt, 2, "selectAddr", [], []>;

def callseq_start : SDNode<"ISD::CALLSEQ_START",
    SDCallSeqStart<[SDTCisVT<0, wordvt>, SDTCisVT<1, wordvt>]>, [SDNPHasChain, SDNPOutGlue]>;
def callseq_end : SDNode<"ISD::CALLSEQ_END",
    SDCallSeqEnd<[SDTCisVT<0, wordvt>, SDTCisVT<1, wordvt>]>,
    [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue]>;
def QuillCall : SDNode<"QuillISD::CALL", SDTypeProfile<0, -1, [SDTCisVT<0, wordvt>]>,
                       [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue, SDNPVariadic]>;
def QuillRet : SDNode<"QuillISD::RET", SDTNone, [SDNPHasChain, SDNPOptInGlue, SDNPVariadic]>;

// The upper half of an address; an address from its upper half and the symbol.
def QuillHi : SDNode<"QuillISD::HI",
                     SDTypeProfile<1, 1, [SDTCisVT<0, wordvt>, SDTCisSameAs<0, 1>]>>;
def QuillLo : SDNode<"QuillISD::LO",
    SDTypeProfile<1, 2, [SDTCisVT<0, wordvt>, SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>]>>;

// Bits of a number, for instructions that build it in parts.
class Part<int low, int width> : SDNodeXForm<imm, "return CurDAG->getTargetConstant("
    # "N->getZExtValue() >> " # low # " & maskTrailingOnes<uint64_t>(" # width
    # "), SDLoc(N), MVT::wordvt);">;

//===----------------------------------------------------------------------===//
// Schedule
//===----------------------------------------------------------------------===//

def WriteALU : SchedWrite;
def WriteMul : SchedWrite;
def WriteDiv : SchedWrite;
def WriteLoad : SchedWrite;
def WriteStore : SchedWrite;
def WriteJump : SchedWrite;
def QuillModel : SchedMachineModel {
  let IssueWidth = 1;
  let MicroOpBufferSize = 0;
  let LoadLatency = 2;
  let MispredictPenalty = 2;
  let CompleteModel = 0;
}
let SchedModel = QuillModel in {
def QuillUnit : ProcResource<1> { let BufferSize = 0; }
def : WriteRes<WriteALU, [QuillUnit]>;
def : WriteRes<WriteStore, [QuillUnit]>;
def : WriteRes<WriteJump, [QuillUnit]>;
def : WriteRes<WriteLoad, [QuillUnit]> { let Latency = 2; }
def : WriteRes<WriteMul, [QuillUnit]> { let Latency = 4; let ReleaseAtCycles = [4]; }
def : WriteRes<WriteDiv, [QuillUnit]> { let Latency = 34; let ReleaseAtCycles = [34]; }
}


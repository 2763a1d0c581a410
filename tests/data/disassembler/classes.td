// The classes that --gen-disassembler reads, with the fields that these tests need.

class Predicate<string cond = ""> {
  string CondString = cond;
  bit AssemblerMatcherPredicate = false;
  dag AssemblerCondDag = ?;
}
class HwMode<string features> { string Features = features; list<Predicate> Predicates = []; }
def DefaultMode : HwMode<"">;
class HwModeSelect<list<HwMode> modes> { list<HwMode> Modes = modes; }
// The reference wants it to exist.
class Fusion;
class SubtargetFeature;
class For<dag condition> : Predicate {
  let AssemblerMatcherPredicate = true;
  let AssemblerCondDag = condition;
}

def ops;
def outs;
def ins;
def all_of;
def any_of;
def not;

class Register { string Namespace = "Toy"; }
class RegisterClass;
class Operand {
  string OperandType = "OPERAND_UNKNOWN";
  string PrintMethod = "printOperand";
  string EncoderMethod = "";
  string DecoderMethod = "";
  bit hasCompleteDecoder = true;
  dag MIOperandInfo = (ops);
}
class RegisterOperand<RegisterClass registers> {
  RegisterClass RegClass = registers;
  string OperandType = "OPERAND_REGISTER";
  string PrintMethod = "printOperand";
  string EncoderMethod = "";
  string DecoderMethod = "";
}
class PointerLikeRegClass<int kind> { int RegClassKind = kind; }

class InstructionEncoding {
  int Size = 2;
  string DecoderNamespace = "";
  list<Predicate> Predicates = [];
  string DecoderMethod = "";
  bit hasCompleteDecoder = true;
}
class EncodingByHwMode<list<HwMode> modes, list<InstructionEncoding> encodings>
    : HwModeSelect<modes> {
  list<InstructionEncoding> Objects = encodings;
}
class Instruction : InstructionEncoding {
  string Namespace = "Toy";
  string AsmString = "";
  dag OutOperandList = (outs);
  dag InOperandList = (ins);
  EncodingByHwMode EncodingInfos = ?;
  string Constraints = "";
  string DisableEncoding = "";
  bit isPseudo = false;
  bit isCodeGenOnly = false;
  bit isAsmParserOnly = false;
}
class AdditionalEncoding<Instruction instruction> : InstructionEncoding {
  Instruction AliasOf = instruction;
}

// Instructions of all targets.
class StandardPseudoInstruction : Instruction {
  let Namespace = "TargetOpcode";
  let isPseudo = true;
}
def PHI : StandardPseudoInstruction;
def COPY : StandardPseudoInstruction;

class InstrInfo { bit isLittleEndianEncoding = false; }
class Target { InstrInfo InstructionSet = InstrInfo<>; }

def GPR : RegisterClass;
def imm : Operand;

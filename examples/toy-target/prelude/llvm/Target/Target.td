//===- Target.td - The classes that a target description is made of -------===//
//
// Backends know records by the classes and fields below. LLVM has a file of this name
// with many more; this one has those that the example target uses, so that the example
// needs nothing but this directory. The names of classes and fields are the interface
// between descriptions and backends, and the same in both files.
//
//===----------------------------------------------------------------------===//

// Types of values. Code generation knows each by its number.
class ValueType<int size, int value> {
  string Namespace = "MVT";
  string LLVMName = NAME;
  int Size = size;
  int Value = value;
  int nElem = 1;
  ValueType ElementType = ?;
  bit isOverloaded = false;
  bit isInteger = false;
  bit isFP = false;
  bit isVector = false;
  bit isScalable = false;
  bit isNormalValueType = true;
}
def OtherVT : ValueType<0, 1> {
  let LLVMName = "Other";
}
let isInteger = true in {
def i1  : ValueType<1, 2>;
def i8  : ValueType<8, 5>;
def i16 : ValueType<16, 6>;
def i32 : ValueType<32, 7>;
def i64 : ValueType<64, 8>;
}
def isVoid : ValueType<0, 192>;
def untyped : ValueType<8, 205>;
// A pointer, however large it is.
def iPTR : ValueType<0, 254>;

//===----------------------------------------------------------------------===//
// Conditions and hardware modes
//===----------------------------------------------------------------------===//

// A condition in C++. Assemblers look at features instead, which a dag combines.
class Predicate<string cond> {
  string CondString = cond;
  bit AssemblerMatcherPredicate = false;
  dag AssemblerCondDag;
  string PredicateName = "";
  bit RecomputePerFunction = false;
}
class AssemblerPredicate<dag cond, string name = ""> {
  bit AssemblerMatcherPredicate = true;
  dag AssemblerCondDag = cond;
  string PredicateName = name;
}
def any_of;
def all_of;

// What an instruction or an alias requires.
class Requires<list<Predicate> preds> {
  list<Predicate> Predicates = preds;
}

// A way in which a machine can run that changes sizes, types or encodings. Modes are
// looked at in their order; where none fits, DefaultMode holds.
class HwMode<string FS, list<Predicate> Ps> {
  string Features = FS;
  list<Predicate> Predicates = Ps;
}
def DefaultMode : HwMode<"", []>;
class HwModeSelect<list<HwMode> Ms> {
  list<HwMode> Modes = Ms;
}

class ValueTypeByHwMode<list<HwMode> Ms, list<ValueType> Ts>
    : HwModeSelect<Ms>, ValueType<0, 0> {
  list<ValueType> Objects = Ts;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

// A part of a register: how many bits it has, and at which it begins.
class SubRegRange<int size, int offset = 0> {
  int Size = size;
  int Offset = offset;
}
class SubRegRangeByHwMode<list<HwMode> Ms = [], list<SubRegRange> Ts = []>
    : HwModeSelect<Ms> {
  list<SubRegRange> Objects = Ts;
}
class SubRegIndex<int size, int offset = 0> {
  string Namespace = "";
  SubRegRangeByHwMode SubRegRanges;
  int Size = size;
  int Offset = offset;
  list<SubRegIndex> ComposedOf = [];
  list<SubRegIndex> CoveringSubRegIndices = [];
}

// A set of names that registers have beside their own.
class RegAltNameIndex {
  string Namespace = "";
  RegAltNameIndex FallbackRegAltNameIndex = ?;
}
def NoRegAltName : RegAltNameIndex;

class Register<string n, list<string> altNames = []> {
  string Namespace = "";
  string AsmName = n;
  list<string> AltNames = altNames;
  list<Register> Aliases = [];
  list<Register> SubRegs = [];
  list<SubRegIndex> SubRegIndices = [];
  list<RegAltNameIndex> RegAltNameIndices = [];
  list<int> DwarfNumbers = [];
  list<int> CostPerUse = [0];
  bit CoveredBySubRegs = false;
  bits<16> HWEncoding = 0;
  bit isArtificial = false;
  bit isConstant = false;
  int PositionOrder = 0;
}
class RegisterWithSubRegs<string n, list<Register> subregs> : Register<n> {
  let SubRegs = subregs;
}

// What debuggers call a register.
class DwarfRegNum<list<int> Numbers> {
  list<int> DwarfNumbers = Numbers;
}
class DwarfRegAlias<Register reg> {
  Register DwarfAlias = reg;
}

// Registers put together, each from one member of every list.
class RegisterTuples<list<SubRegIndex> Indices, list<dag> Regs,
                     list<string> RegNames = []> {
  list<dag> SubRegs = Regs;
  list<SubRegIndex> SubRegIndices = Indices;
  list<string> RegAsmNames = RegNames;
  int PositionOrder = 0;
}

// The operators of sets of registers; `add`, `sub`, `and` and `shl` are nodes of patterns, too.
foreach operator = ["trunc", "rotate", "sequence", "decimate", "interleave"] in
  def operator;

// What may stand in the list of an instruction's operands.
class DAGOperand {
  string OperandNamespace = "MCOI";
  string DecoderMethod = "";
}

class RegInfo<int RS, int SS, int SA> {
  int RegSize = RS;
  int SpillSize = SS;
  int SpillAlignment = SA;
}
class RegInfoByHwMode<list<HwMode> Ms = [], list<RegInfo> Ts = []>
    : HwModeSelect<Ms> {
  list<RegInfo> Objects = Ts;
}

// Registers that can take each other's places.
class RegisterClass<string namespace, list<ValueType> regTypes, int alignment,
                    dag regList, RegAltNameIndex idx = NoRegAltName>
    : DAGOperand {
  string Namespace = namespace;
  RegInfoByHwMode RegInfos;
  list<ValueType> RegTypes = regTypes;
  int Size = 0;
  int Alignment = alignment;
  int CopyCost = 1;
  dag MemberList = regList;
  RegAltNameIndex altNameIndex = idx;
  bit isAllocatable = true;
  list<dag> AltOrders = [];
  code AltOrderSelect = "";
  int AllocationPriority = 0;
  bit GlobalPriority = false;
  bit GeneratePressureSet = true;
  int Weight = ?;
  string DiagnosticType = "";
  string DiagnosticString = "";
  bits<8> TSFlags = 0;
  int BaseClassOrder = ?;
}
class RegisterCategory<list<RegisterClass> classes> {
  list<RegisterClass> Classes = classes;
}
class RegisterBank<string name, list<RegisterClass> classes> {
  string Name = name;
  list<RegisterClass> RegisterClasses = classes;
}

include "llvm/Target/TargetSchedule.td"

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

// The operators of lists of operands.
def ops;
def outs;
def ins;
def variable_ops;

class AsmOperandClass {
  string Name = ?;
  list<AsmOperandClass> SuperClasses = [];
  string PredicateMethod = ?;
  string RenderMethod = ?;
  string ParserMethod = ?;
  string DiagnosticType = "";
  string DiagnosticString = "";
  bit IsOptional = false;
  string DefaultMethod = ?;
}
def ImmAsmOperand : AsmOperandClass {
  let Name = "Imm";
}

class Operand<ValueType ty> : DAGOperand {
  ValueType Type = ty;
  string PrintMethod = "printOperand";
  string EncoderMethod = "";
  bit hasCompleteDecoder = true;
  string OperandType = "OPERAND_UNKNOWN";
  dag MIOperandInfo = (ops);
  code MCOperandPredicate;
  AsmOperandClass ParserMatchClass = ImmAsmOperand;
}

// An operand that need not be given.
class OperandWithDefaultOps<ValueType ty, dag defaultops> : Operand<ty> {
  dag DefaultOps = defaultops;
}

// A register of a class, printed or encoded in a way of its own.
class RegisterOperand<RegisterClass regclass, string pm = "printOperand"> : DAGOperand {
  RegisterClass RegClass = regclass;
  string PrintMethod = pm;
  string EncoderMethod = "";
  AsmOperandClass ParserMatchClass;
  string OperandType = "OPERAND_REGISTER";
}

// An operand of any kind, as instructions of all targets have them.
class unknown_class;
def unknown : unknown_class;
class PointerLikeRegClass<int Kind> {
  int RegClassKind = Kind;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

class InstructionEncoding {
  int Size;
  string DecoderNamespace = "";
  list<Predicate> Predicates = [];
  string DecoderMethod = "";
  bit hasCompleteDecoder = true;
}
class EncodingByHwMode<list<HwMode> Ms = [], list<InstructionEncoding> Ts = []>
    : HwModeSelect<Ms> {
  list<InstructionEncoding> Objects = Ts;
}

class Instruction : InstructionEncoding {
  string Namespace = "";
  dag OutOperandList;
  dag InOperandList;
  string AsmString = "";
  EncodingByHwMode EncodingInfos;
  list<dag> Pattern;
  list<Register> Uses = [];
  list<Register> Defs = [];
  list<Predicate> Predicates = [];
  int Size = 0;
  int CodeSize = 0;
  int AddedComplexity = 0;

  // What it is, for passes that look for instructions of a kind.
  bit isPreISelOpcode = false;
  bit isReturn = false;
  bit isBranch = false;
  bit isEHScopeReturn = false;
  bit isIndirectBranch = false;
  bit isCompare = false;
  bit isMoveImm = false;
  bit isMoveReg = false;
  bit isBitcast = false;
  bit isSelect = false;
  bit isBarrier = false;
  bit isCall = false;
  bit isAdd = false;
  bit isTrap = false;
  bit isTerminator = false;
  bit isPredicable = false;
  bit isUnpredicable = false;
  bit hasDelaySlot = false;
  bit isPseudo = false;
  bit isMeta = false;
  bit isRegSequence = false;
  bit isExtractSubreg = false;
  bit isInsertSubreg = false;
  bit isCodeGenOnly = false;
  bit isAsmParserOnly = false;

  // What it does. Code generation finds out by itself what is unset.
  bit mayLoad = ?;
  bit mayStore = ?;
  bit hasSideEffects = ?;
  bit canFoldAsLoad = false;
  bit mayRaiseFPException = false;
  bit isAuthenticated = false;

  // What may be done with it.
  bit isConvertibleToThreeAddress = false;
  bit isCommutable = false;
  bit isReMaterializable = false;
  bit usesCustomInserter = false;
  bit hasPostISelHook = false;
  bit hasCtrlDep = false;
  bit isNotDuplicable = false;
  bit isConvergent = false;
  bit isAsCheapAsAMove = false;
  bit hasExtraSrcRegAllocReq = false;
  bit hasExtraDefRegAllocReq = false;
  bit variadicOpsAreDefs = false;
  bit FastISelShouldIgnore = false;

  // How long it takes.
  bit hasNoSchedulingInfo = false;
  InstrItinClass Itinerary = NoItinerary;
  list<SchedReadWrite> SchedRW;

  // How operands hang together, are encoded and read.
  string Constraints = "";
  string DisableEncoding = "";
  string PostEncoderMethod = "";
  bits<64> TSFlags = 0;
  string AsmMatchConverter = "";
  string TwoOperandAliasConstraint = "";
  string AsmVariantName = "";
  bit UseNamedOperandTable = false;
  bit UseLogicalOperandMappings = false;
  bit HasPositionOrder = false;
}

// A table that relates instructions of a class: those with equal values of some fields are a
// row, and the values of other fields tell the columns apart.
class InstrMapping {
  string FilterClass;
  list<string> RowFields = [];
  list<string> ColFields = [];
  list<string> KeyCol = [];
  list<list<string>> ValueCols = [];
}

// Another encoding of an instruction, for disassemblers.
class AdditionalEncoding<Instruction I> : InstructionEncoding {
  Instruction AliasOf = I;
}

// A pseudo-instruction that becomes another instruction when assembly is written.
class PseudoInstExpansion<dag Result> {
  dag ResultInst = Result;
  bit isPseudo = true;
}

// A long instruction and the short one that takes its place where predicates hold.
class CompressPat<dag input, dag output, list<Predicate> predicates = []> {
  dag Input = input;
  dag Output = output;
  list<Predicate> Predicates = predicates;
  bit isCompressOnly = false;
}

// Another way to write an instruction. With a priority above zero it is also printed
// in its place, the highest first.
class InstAlias<string Asm, dag Result, int Emit = 1, string VariantName = ""> {
  string AsmString = Asm;
  dag ResultInst = Result;
  int EmitPriority = Emit;
  list<Predicate> Predicates = [];
  bit UseInstAsmMatchConverter = true;
  string AsmVariantName = VariantName;
}

// Other words for words of assembly.
class TokenAlias<string From, string To> {
  string FromToken = From;
  string ToToken = To;
}
class MnemonicAlias<string From, string To, string VariantName = ""> {
  string FromMnemonic = From;
  string ToMnemonic = To;
  string AsmVariantName = VariantName;
  list<Predicate> Predicates = [];
}

include "llvm/Target/GenericOpcodes.td"

//===----------------------------------------------------------------------===//
// Features, CPUs and the target
//===----------------------------------------------------------------------===//

class SubtargetFeature<string n, string f, string v, string d,
                       list<SubtargetFeature> i = []> {
  string Name = n;
  string FieldName = f;
  string Value = v;
  string Desc = d;
  list<SubtargetFeature> Implies = i;
}

class Processor<string n, ProcessorItineraries pi, list<SubtargetFeature> f,
                list<SubtargetFeature> tunef = []> {
  string Name = n;
  SchedMachineModel SchedModel = NoSchedModel;
  ProcessorItineraries ProcItin = pi;
  list<SubtargetFeature> Features = f;
  list<SubtargetFeature> TuneFeatures = tunef;
}
class ProcessorModel<string n, SchedMachineModel m, list<SubtargetFeature> f,
                     list<SubtargetFeature> tunef = []>
    : Processor<n, NoItineraries, f, tunef> {
  let SchedModel = m;
}

class InstrInfo {
  bit isLittleEndianEncoding = false;
  bit guessInstructionProperties = true;
}

class AsmParser {
  string AsmParserClassName = "AsmParser";
  string AsmParserInstCleanup = "";
  bit ShouldEmitMatchRegisterName = true;
  bit ShouldEmitMatchRegisterAltName = false;
  bit AllowDuplicateRegisterNames = false;
  bit HasMnemonicFirst = true;
  bit ReportMultipleNearMisses = false;
  string OperandParserMethod = "";
  bit CallCustomParserForAllOperands = false;
  bit PreferSmallerInstructions = false;
}
def DefaultAsmParser : AsmParser;

class AsmParserVariant {
  int Variant = 0;
  string Name = "";
  string CommentDelimiter = "";
  string RegisterPrefix = "";
  string TokenizingCharacters = "[]*!";
  string SeparatorCharacters = " \t,";
  string BreakCharacters = "";
}
def DefaultAsmParserVariant : AsmParserVariant;

class AsmWriter {
  string AsmWriterClassName = "InstPrinter";
  int PassSubtarget = 0;
  int Variant = 0;
}
def DefaultAsmWriter : AsmWriter;

class Target {
  InstrInfo InstructionSet;
  list<AsmParser> AssemblyParsers = [DefaultAsmParser];
  list<AsmParserVariant> AssemblyParserVariants = [DefaultAsmParserVariant];
  list<AsmWriter> AssemblyWriters = [DefaultAsmWriter];
  int AllowRegisterRenaming = 0;
}

include "llvm/Target/TargetCallingConv.td"
include "llvm/Target/TargetPfmCounters.td"
include "llvm/Target/TargetSelectionDAG.td"

#ifdef TOY_GLOBAL_ISEL
include "llvm/Target/GlobalISel/Target.td"
#endif

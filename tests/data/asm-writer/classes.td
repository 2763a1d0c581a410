// What printing assembly reads of a target.
def ops; def outs; def ins; def variable_ops;
def add; def sub; def sequence;
def all_of; def any_of; def not;
def zero_reg;

class ValueType<int size, int value> { int Size = size; int Value = value; }
def i16 : ValueType<16, 6>;
def i32 : ValueType<32, 7>;

class Predicate<string condition> {
  string CondString = condition;
  bit AssemblerMatcherPredicate = false;
  dag AssemblerCondDag;
}
class AssemblerPredicate<dag condition> {
  bit AssemblerMatcherPredicate = true;
  dag AssemblerCondDag = condition;
}
class SubtargetFeature<string name, string member, string value, string description> {
  string Name = name;
  string FieldName = member;
  string Value = value;
  string Desc = description;
}

class SubRegIndex<int size> { string Namespace = "Toy"; int Size = size; int Offset = 0; }
class RegAltNameIndex {
  string Namespace = "";
  RegAltNameIndex FallbackRegAltNameIndex = ?;
}
def NoRegAltName : RegAltNameIndex;

class Register<string name, list<string> altNames = []> {
  string Namespace = "Toy";
  string AsmName = name;
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
class RegisterTuples<list<SubRegIndex> Indices, list<dag> Regs, list<string> Names = []> {
  list<dag> SubRegs = Regs;
  list<SubRegIndex> SubRegIndices = Indices;
  list<string> RegAsmNames = Names;
  int PositionOrder = 0;
}
class RegisterClass<string namespace, list<ValueType> types, int alignment, dag members> {
  string Namespace = namespace;
  list<ValueType> RegTypes = types;
  int Size = 0;
  int Alignment = alignment;
  int CopyCost = 1;
  dag MemberList = members;
  bit isAllocatable = true;
  list<dag> AltOrders = [];
  code AltOrderSelect = "";
  int AllocationPriority = 0;
  bit GlobalPriority = false;
  bit GeneratePressureSet = true;
  int Weight = ?;
  bits<8> TSFlags = 0;
  int BaseClassOrder = ?;
  string OperandNamespace = "MCOI";
}

class AsmOperandClass { string Name = "Imm"; }
def ImmAsmOperand : AsmOperandClass;
class Operand<ValueType ty> {
  ValueType Type = ty;
  string OperandNamespace = "MCOI";
  string PrintMethod = "printOperand";
  string EncoderMethod = "";
  string OperandType = "OPERAND_UNKNOWN";
  dag MIOperandInfo = (ops);
  code MCOperandPredicate;
  AsmOperandClass ParserMatchClass = ImmAsmOperand;
}
class OptionalDefOperand<ValueType ty, dag infos, dag defaults> : Operand<ty> {
  let MIOperandInfo = infos;
  dag DefaultOps = defaults;
}
class RegisterOperand<RegisterClass regclass, string method = "printOperand"> {
  string OperandNamespace = "MCOI";
  RegisterClass RegClass = regclass;
  string PrintMethod = method;
  string EncoderMethod = "";
  string OperandType = "OPERAND_REGISTER";
}

class Instruction {
  string Namespace = "Toy";
  dag OutOperandList = (outs);
  dag InOperandList = (ins);
  string AsmString = "";
  list<Predicate> Predicates = [];
  string Constraints = "";
  string DisableEncoding = "";
  bit isPseudo = false;
  bit isCodeGenOnly = false;
}
class InstAlias<string Asm, dag Result, int Emit = 1> {
  string AsmString = Asm;
  dag ResultInst = Result;
  int EmitPriority = Emit;
  list<Predicate> Predicates = [];
}

class AsmWriter {
  string AsmWriterClassName = "InstPrinter";
  int PassSubtarget = 0;
  int Variant = 0;
}
def DefaultAsmWriter : AsmWriter;
class Target {
  list<AsmWriter> AssemblyWriters = [DefaultAsmWriter];
}

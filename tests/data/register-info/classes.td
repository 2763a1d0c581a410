// The classes that register descriptions are made of, with the fields that are read.

class Predicate<string cond> {
  string CondString = cond;
}
class HwMode<string features, list<Predicate> predicates> {
  string Features = features;
  list<Predicate> Predicates = predicates;
}
def DefaultMode : HwMode<"", []>;
class HwModeSelect<list<HwMode> modes> {
  list<HwMode> Modes = modes;
}

class ValueType<int size, int value> {
  string LLVMName = NAME;
  int Size = size;
  int Value = value;
}
class ValueTypeByHwMode<list<HwMode> modes, list<ValueType> types>
    : HwModeSelect<modes>, ValueType<0, 0> {
  list<ValueType> Objects = types;
}
def i8 : ValueType<8, 5>;
def i16 : ValueType<16, 6>;
def i32 : ValueType<32, 7>;
def i64 : ValueType<64, 8>;

class RegInfo<int size, int spillSize, int spillAlignment> {
  int RegSize = size;
  int SpillSize = spillSize;
  int SpillAlignment = spillAlignment;
}
class RegInfoByHwMode<list<HwMode> modes, list<RegInfo> infos> : HwModeSelect<modes> {
  list<RegInfo> Objects = infos;
}
class SubRegRange<int size, int offset = 0> {
  int Size = size;
  int Offset = offset;
}
class SubRegRangeByHwMode<list<HwMode> modes, list<SubRegRange> ranges> : HwModeSelect<modes> {
  list<SubRegRange> Objects = ranges;
}

class SubRegIndex<int size, int offset = 0> {
  string Namespace = "Toy";
  SubRegRangeByHwMode SubRegRanges;
  int Size = size;
  int Offset = offset;
  list<SubRegIndex> ComposedOf = [];
  list<SubRegIndex> CoveringSubRegIndices = [];
}

class RegAltNameIndex {
  string Namespace = "Toy";
}

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
class RegisterWithSubRegs<string name, list<Register> subRegs> : Register<name> {
  let SubRegs = subRegs;
}
class DwarfRegNum<list<int> numbers> {
  list<int> DwarfNumbers = numbers;
}
class DwarfRegAlias<Register register> {
  Register DwarfAlias = register;
}

class RegisterClass<list<ValueType> types, int alignment, dag members> {
  string Namespace = "Toy";
  RegInfoByHwMode RegInfos;
  list<ValueType> RegTypes = types;
  int Size = 0;
  int Alignment = alignment;
  int CopyCost = 1;
  dag MemberList = members;
  bit isAllocatable = true;
  list<dag> AltOrders = [];
  code AltOrderSelect = [{}];
  int AllocationPriority = 0;
  bit GlobalPriority = false;
  bit GeneratePressureSet = true;
  int Weight = ?;
  bits<8> TSFlags = 0;
  int BaseClassOrder = ?;
}

class RegisterTuples<list<SubRegIndex> indices, list<dag> registers, list<string> names = []> {
  list<dag> SubRegs = registers;
  list<SubRegIndex> SubRegIndices = indices;
  list<string> RegAsmNames = names;
}

class RegisterCategory<list<RegisterClass> classes> {
  list<RegisterClass> Classes = classes;
}
class CalleeSavedRegs<dag saved> {
  dag SaveList = saved;
  dag OtherPreserved;
}
class RegisterBank<string name, list<RegisterClass> classes> {
  string Name = name;
  list<RegisterClass> RegisterClasses = classes;
}

class Target;

def add;
def and;
def decimate;
def interleave;
def sequence;
def shl;
def sub;
def trunc;

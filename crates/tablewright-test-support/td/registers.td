// Registers, as Target.td describes them.
class ValueType<int size, int value> {
  string Namespace = "MVT";
  string LLVMName = NAME;
  int Size = size;
  int Value = value;
}
def i8 : ValueType<8, 5>;
def i16 : ValueType<16, 6>;
def i32 : ValueType<32, 7>;

class Predicate<string cond> {
  string CondString = cond;
}
class HwMode<string features, list<Predicate> predicates> {
  string Features = features;
  list<Predicate> Predicates = predicates;
}
def DefaultMode : HwMode<"", []>;
class HwModeSelect<list<HwMode> modes, int objects> {
  list<HwMode> Modes = modes;
  int ObjectsLength = objects;
}

class SubRegRange<int size, int offset = 0> {
  int Size = size;
  int Offset = offset;
}
class SubRegRangeByHwMode<list<HwMode> modes, list<SubRegRange> ranges>
    : HwModeSelect<modes, !size(ranges)> {
  list<SubRegRange> Objects = ranges;
}
class SubRegIndex<int size, int offset = 0> {
  string Namespace = "T";
  int Size = size;
  int Offset = offset;
  SubRegRangeByHwMode SubRegRanges = ?;
  list<SubRegIndex> ComposedOf = [];
  list<SubRegIndex> CoveringSubRegIndices = [];
}
class ComposedSubRegIndex<SubRegIndex outer, SubRegIndex inner>
    : SubRegIndex<inner.Size, !add(outer.Offset, inner.Offset)> {
  let ComposedOf = [outer, inner];
}

class RegAltNameIndex {
  string Namespace = "T";
}
def NoRegAltName : RegAltNameIndex;
class Register<string name, list<string> altNames = []> {
  string Namespace = "T";
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
class DwarfRegNum<list<int> numbers> {
  list<int> DwarfNumbers = numbers;
}
class DwarfRegAlias<Register alias> {
  Register DwarfAlias = alias;
}
class RegisterTuples<list<SubRegIndex> indices, list<dag> regs, list<string> names = []> {
  list<dag> SubRegs = regs;
  list<SubRegIndex> SubRegIndices = indices;
  list<string> RegAsmNames = names;
}

class RegInfo<int registerSize, int spillSize, int spillAlignment> {
  int RegSize = registerSize;
  int SpillSize = spillSize;
  int SpillAlignment = spillAlignment;
}
class RegInfoByHwMode<list<HwMode> modes, list<RegInfo> sizes>
    : HwModeSelect<modes, !size(sizes)> {
  list<RegInfo> Objects = sizes;
}
class RegisterClass<string namespace, list<ValueType> types, int alignment, dag members> {
  string Namespace = namespace;
  list<ValueType> RegTypes = types;
  RegInfoByHwMode RegInfos = ?;
  int Size = 0;
  int Alignment = alignment;
  int CopyCost = 1;
  dag MemberList = members;
  bit isAllocatable = true;
  bit GeneratePressureSet = true;
  int Weight = ?;
  int BaseClassOrder = ?;
  list<dag> AltOrders = [];
  code AltOrderSelect = [{}];
  int AllocationPriority = 0;
  bit GlobalPriority = false;
  bits<8> TSFlags = 0;
}
class RegisterCategory<list<RegisterClass> classes> {
  list<RegisterClass> Classes = classes;
}
class RegisterBank<string name, list<RegisterClass> classes> {
  string Name = name;
  list<RegisterClass> RegisterClasses = classes;
}
class CalleeSavedRegs<dag saved> {
  dag SaveList = saved;
  dag OtherPreserved;
}

// Processors, itineraries, machine models and instructions, as Target.td describes them.
class Predicate<string cond> {
  string CondString = cond;
}
class SubtargetFeature<string name, string fieldName, string value, string description> {
  string Name = name;
  string FieldName = fieldName;
  string Value = value;
  string Desc = description;
  list<SubtargetFeature> Implies = [];
}

// Itineraries.
class FuncUnit;
class ReservationKind<bits<1> value> {
  int Value = value;
}
def Required : ReservationKind<0>;
def Reserved : ReservationKind<1>;
class InstrStage<int cycles, list<FuncUnit> units, int timeinc = -1,
                 ReservationKind kind = Required> {
  int Cycles = cycles;
  list<FuncUnit> Units = units;
  int TimeInc = timeinc;
  int Kind = kind.Value;
}
class InstrItinClass;
def NoItinerary : InstrItinClass;
class Bypass;
def NoBypass : Bypass;
class InstrItinData<InstrItinClass itinClass, list<InstrStage> stages, list<int> cycles = [],
                    list<Bypass> bypasses = [], int uops = 1> {
  InstrItinClass TheClass = itinClass;
  int NumMicroOps = uops;
  list<InstrStage> Stages = stages;
  list<int> OperandCycles = cycles;
  list<Bypass> Bypasses = bypasses;
}
class ProcessorItineraries<list<FuncUnit> units, list<Bypass> bypasses,
                           list<InstrItinData> data> {
  list<FuncUnit> FU = units;
  list<Bypass> BP = bypasses;
  list<InstrItinData> IID = data;
  string PacketizerNamespace = "";
}
def NoItineraries : ProcessorItineraries<[], [], []>;
class ComboFuncData<FuncUnit unit, list<FuncUnit> parts> {
  FuncUnit TheComboFunc = unit;
  list<FuncUnit> FuncList = parts;
}
class ComboFuncUnits<list<ComboFuncData> data> {
  list<ComboFuncData> CFD = data;
}

// Machine models.
class SchedMachineModel {
  int IssueWidth = -1;
  int MicroOpBufferSize = -1;
  int LoopMicroOpBufferSize = -1;
  int LoadLatency = -1;
  int HighLatency = -1;
  int MispredictPenalty = -1;
  ProcessorItineraries Itineraries = NoItineraries;
  bit PostRAScheduler = false;
  bit CompleteModel = true;
  bit FullInstRWOverlapCheck = true;
  bit EnableIntervals = false;
  list<Predicate> UnsupportedFeatures = [];
  bit NoModel = false;
}
def NoSchedModel : SchedMachineModel {
  let NoModel = true;
  let CompleteModel = false;
}
class Processor<string name, ProcessorItineraries itineraries,
                list<SubtargetFeature> features = []> {
  string Name = name;
  SchedMachineModel SchedModel = NoSchedModel;
  ProcessorItineraries ProcItin = itineraries;
  list<SubtargetFeature> Features = features;
  list<SubtargetFeature> TuneFeatures = [];
}
class ProcessorModel<string name, SchedMachineModel model,
                     list<SubtargetFeature> features = []>
    : Processor<name, NoItineraries, features> {
  let SchedModel = model;
}

// Resources.
class ProcResourceKind;
class ProcResourceUnits<ProcResourceKind kind, int num> {
  ProcResourceKind Kind = kind;
  int NumUnits = num;
  ProcResourceKind Super = ?;
  int BufferSize = -1;
  SchedMachineModel SchedModel = ?;
}
def EponymousProcResourceKind : ProcResourceKind;
class ProcResource<int num> : ProcResourceKind, ProcResourceUnits<EponymousProcResourceKind, num>;
class ProcResGroup<list<ProcResource> resources> : ProcResourceKind {
  list<ProcResource> Resources = resources;
  SchedMachineModel SchedModel = ?;
  int BufferSize = -1;
}

// Writes and reads.
class SchedReadWrite;
class SchedWrite : SchedReadWrite;
class SchedRead : SchedReadWrite;
def ReadDefault : SchedRead;
class WriteSequence<list<SchedWrite> writes, int rep = 1> : SchedWrite {
  list<SchedWrite> Writes = writes;
  int Repeat = rep;
  SchedMachineModel SchedModel = ?;
}
class ProcWriteResources<list<ProcResourceKind> resources> {
  list<ProcResourceKind> ProcResources = resources;
  list<int> ReleaseAtCycles = [];
  list<int> AcquireAtCycles = [];
  int Latency = 1;
  int NumMicroOps = 1;
  bit BeginGroup = false;
  bit EndGroup = false;
  bit Unsupported = false;
  bit SingleIssue = false;
  bit RetireOOO = false;
  SchedMachineModel SchedModel = ?;
}
class SchedWriteRes<list<ProcResourceKind> resources>
    : SchedWrite, ProcWriteResources<resources>;
class WriteRes<SchedWrite write, list<ProcResourceKind> resources>
    : ProcWriteResources<resources> {
  SchedWrite WriteType = write;
}
class ProcReadAdvance<int cycles, list<SchedWrite> writes = []> {
  int Cycles = cycles;
  list<SchedWrite> ValidWrites = writes;
  bit Unsupported = false;
  SchedMachineModel SchedModel = ?;
}
class ReadAdvance<SchedRead read, int cycles, list<SchedWrite> writes = []>
    : ProcReadAdvance<cycles, writes> {
  SchedRead ReadType = read;
}
class SchedReadAdvance<int cycles, list<SchedWrite> writes = []>
    : SchedRead, ProcReadAdvance<cycles, writes>;

// Variants and aliases.
class SchedPredicateBase;
class SchedPredicate<code pred> : SchedPredicateBase {
  SchedMachineModel SchedModel = ?;
  code Predicate = pred;
}
def NoSchedPred : SchedPredicate<[{true}]>;
class SchedVar<SchedPredicateBase pred, list<SchedReadWrite> selected> {
  SchedPredicateBase Predicate = pred;
  list<SchedReadWrite> Selected = selected;
}
class SchedVariant<list<SchedVar> variants> {
  list<SchedVar> Variants = variants;
  bit Variadic = false;
  SchedMachineModel SchedModel = ?;
}
class SchedWriteVariant<list<SchedVar> variants> : SchedWrite, SchedVariant<variants>;
class SchedReadVariant<list<SchedVar> variants> : SchedRead, SchedVariant<variants>;
class SchedAlias<SchedReadWrite match, SchedReadWrite alias> {
  SchedReadWrite MatchRW = match;
  SchedReadWrite AliasRW = alias;
  SchedMachineModel SchedModel = ?;
}

// What instructions do.
def instrs;
def instregex;
class InstRW<list<SchedReadWrite> rw, dag instructions> {
  list<SchedReadWrite> OperandReadWrites = rw;
  dag Instrs = instructions;
  SchedMachineModel SchedModel = ?;
}
class ItinRW<list<SchedReadWrite> rw, list<InstrItinClass> classes> {
  list<InstrItinClass> MatchedItinClasses = classes;
  list<SchedReadWrite> OperandReadWrites = rw;
  SchedMachineModel SchedModel = ?;
}
class Sched<list<SchedReadWrite> rw> {
  list<SchedReadWrite> SchedRW = rw;
}
class Instruction {
  string Namespace = "T";
  bit isPseudo = false;
  list<Predicate> Predicates = [];
  InstrItinClass Itinerary = NoItinerary;
  list<SchedReadWrite> SchedRW = ?;
  bit hasNoSchedulingInfo = false;
}

// What simulators ask for.
class RegisterClass;
class RegisterFile<int count, list<RegisterClass> classes = [], list<int> costs = [],
                   list<bit> eliminations = [], int moves = 0, bit zero = false> {
  int NumPhysRegs = count;
  list<RegisterClass> RegClasses = classes;
  list<int> RegCosts = costs;
  list<bit> AllowMoveElimination = eliminations;
  int MaxMovesEliminatedPerCycle = moves;
  bit AllowZeroMoveEliminationOnly = zero;
  SchedMachineModel SchedModel = ?;
}
class RetireControlUnit<int buffer, int retired> {
  int ReorderBufferSize = buffer;
  int MaxRetirePerCycle = retired;
  SchedMachineModel SchedModel = ?;
}
class MemoryQueue<ProcResourceKind queue> {
  ProcResourceKind QueueDescriptor = queue;
  SchedMachineModel SchedModel = ?;
}
class LoadQueue<ProcResourceKind queue> : MemoryQueue<queue>;
class StoreQueue<ProcResourceKind queue> : MemoryQueue<queue>;

// Predicates of a subtarget.
class MCInstPredicate;
def TruePred : MCInstPredicate;
def FalsePred : MCInstPredicate;
class STIPredicateDecl<string name, MCInstPredicate default = FalsePred> {
  string Name = name;
  MCInstPredicate DefaultReturnValue = default;
  bit OverridesBaseClassMember = true;
  bit ExpandForMC = true;
  bit UpdatesOpcodeMask = false;
}
class InstructionEquivalenceClass<list<Instruction> opcodes, MCInstPredicate pred,
                                  list<int> operands = []> {
  list<Instruction> Opcodes = opcodes;
  MCInstPredicate Predicate = pred;
  list<int> OperandIndices = operands;
}
class STIPredicate<STIPredicateDecl declaration, list<InstructionEquivalenceClass> classes> {
  STIPredicateDecl Declaration = declaration;
  list<InstructionEquivalenceClass> Classes = classes;
  SchedMachineModel SchedModel = ?;
}

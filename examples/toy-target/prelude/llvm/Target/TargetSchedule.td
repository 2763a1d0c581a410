//===- TargetSchedule.td - Classes of machine models ----------------------===//

//===----------------------------------------------------------------------===//
// Itineraries: which units an instruction holds, cycle by cycle
//===----------------------------------------------------------------------===//

class FuncUnit;
class Bypass;
def NoBypass : Bypass;

class ReservationKind<bits<1> val> {
  int Value = val;
}
def Required : ReservationKind<0>;
def Reserved : ReservationKind<1>;

// One of the units for some cycles; the next stage begins `timeinc` cycles later, at
// the end of this one if that is -1.
class InstrStage<int cycles, list<FuncUnit> units, int timeinc = -1,
                 ReservationKind kind = Required> {
  int Cycles = cycles;
  list<FuncUnit> Units = units;
  int TimeInc = timeinc;
  int Kind = kind.Value;
}
class InstrItinClass;
def NoItinerary : InstrItinClass;
class InstrItinData<InstrItinClass Class, list<InstrStage> stages,
                    list<int> operandcycles = [],
                    list<Bypass> bypasses = [], int uops = 1> {
  InstrItinClass TheClass = Class;
  int NumMicroOps = uops;
  list<InstrStage> Stages = stages;
  list<int> OperandCycles = operandcycles;
  list<Bypass> Bypasses = bypasses;
}
class ProcessorItineraries<list<FuncUnit> fu, list<Bypass> bp,
                           list<InstrItinData> iid> {
  list<FuncUnit> FU = fu;
  list<Bypass> BP = bp;
  list<InstrItinData> IID = iid;
  string PacketizerNamespace = "";
}
def NoItineraries : ProcessorItineraries<[], [], []>;

// A unit that stands for several at once.
class ComboFuncData<FuncUnit ComboFunc, list<FuncUnit> funclist> {
  FuncUnit TheComboFunc = ComboFunc;
  list<FuncUnit> FuncList = funclist;
}
class ComboFuncUnits<list<ComboFuncData> cfd> {
  list<ComboFuncData> CFD = cfd;
}

//===----------------------------------------------------------------------===//
// Models: what operands cost, operand by operand
//===----------------------------------------------------------------------===//

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
  list<Predicate> UnsupportedFeatures = [];
  bit NoModel = false;
  bit EnableIntervals = false;
}
def NoSchedModel : SchedMachineModel {
  let NoModel = true;
  let CompleteModel = false;
}

// Units of a CPU, and groups of them from which any will do.
class ProcResourceKind;
class ProcResourceUnits<ProcResourceKind kind, int num> {
  ProcResourceKind Kind = kind;
  int NumUnits = num;
  ProcResourceKind Super = ?;
  int BufferSize = -1;
  SchedMachineModel SchedModel = ?;
}
class ProcResource<int num> : ProcResourceKind,
    ProcResourceUnits<!cast<ProcResourceKind>(NAME), num>;
class ProcResGroup<list<ProcResource> resources> : ProcResourceKind {
  list<ProcResource> Resources = resources;
  SchedMachineModel SchedModel = ?;
  int BufferSize = -1;
}

// What an instruction does with its operands.
class SchedReadWrite;
class Sched<list<SchedReadWrite> schedrw> {
  list<SchedReadWrite> SchedRW = schedrw;
}
class SchedWrite : SchedReadWrite;
def NoWrite : SchedWrite;
class SchedRead : SchedReadWrite;
def ReadDefault : SchedRead;
class WriteSequence<list<SchedWrite> writes, int rep = 1> : SchedWrite {
  list<SchedWrite> Writes = writes;
  int Repeat = rep;
  SchedMachineModel SchedModel = ?;
}

// What a write takes.
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
class WriteRes<SchedWrite write, list<ProcResourceKind> resources>
    : ProcWriteResources<resources> {
  SchedWrite WriteType = write;
}
class SchedWriteRes<list<ProcResourceKind> resources> : SchedWrite,
    ProcWriteResources<resources>;

// How many cycles after an instruction has started a read takes place.
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
class SchedReadAdvance<int cycles, list<SchedWrite> writes = []> : SchedRead,
    ProcReadAdvance<cycles, writes>;
def NoReadAdvance : SchedReadAdvance<0>;

// Conditions on instructions, of which C++ is made.
class MCInstPredicate;
class MCTrue : MCInstPredicate;
def TruePred : MCTrue;
class MCOperandPredicate<int Index> : MCInstPredicate {
  int OpIndex = Index;
}
class CheckOperandBase<int Index, string Fn = ""> : MCOperandPredicate<Index> {
  string FunctionMapper = Fn;
}
class CheckImmOperand<int Index, int Imm> : CheckOperandBase<Index> {
  int ImmVal = Imm;
}

// Reads and writes that depend on the instruction.
class SchedPredicateBase;
class MCSchedPredicate<MCInstPredicate P> : SchedPredicateBase {
  MCInstPredicate Pred = P;
  SchedMachineModel SchedModel = ?;
}
class SchedPredicate<code pred> : SchedPredicateBase {
  SchedMachineModel SchedModel = ?;
  code Predicate = pred;
}
def NoSchedPred : MCSchedPredicate<TruePred>;
// C++ that stands before all conditions.
class PredicateProlog<code c> {
  code Code = c;
}
class SchedVar<SchedPredicateBase pred, list<SchedReadWrite> selected> {
  SchedPredicateBase Predicate = pred;
  list<SchedReadWrite> Selected = selected;
  SchedMachineModel SchedModel = ?;
}
class SchedVariant<list<SchedVar> variants> {
  list<SchedVar> Variants = variants;
  bit Variadic = false;
  SchedMachineModel SchedModel = ?;
}
class SchedWriteVariant<list<SchedVar> variants> : SchedWrite,
    SchedVariant<variants>;
class SchedReadVariant<list<SchedVar> variants> : SchedRead,
    SchedVariant<variants>;

// What a CPU makes of single instructions, of itinerary classes and of other reads and
// writes.
def instrs;
def instregex;
class InstRW<list<SchedReadWrite> rw, dag instrlist> {
  list<SchedReadWrite> OperandReadWrites = rw;
  dag Instrs = instrlist;
  SchedMachineModel SchedModel = ?;
  bit Unsupported = false;
}
class ItinRW<list<SchedReadWrite> rw, list<InstrItinClass> iic> {
  list<InstrItinClass> MatchedItinClasses = iic;
  list<SchedReadWrite> OperandReadWrites = rw;
  SchedMachineModel SchedModel = ?;
}
class SchedAlias<SchedReadWrite match, SchedReadWrite alias> {
  SchedReadWrite MatchRW = match;
  SchedReadWrite AliasRW = alias;
  SchedMachineModel SchedModel = ?;
}

// What simulators want to know besides.
class RegisterFile<int numPhysRegs, list<RegisterClass> Classes = [],
                   list<int> Costs = [], list<bit> AllowMoveElim = [],
                   int MaxMoveElimPerCy = 0, bit AllowZeroMoveElimOnly = false> {
  list<RegisterClass> RegClasses = Classes;
  list<int> RegCosts = Costs;
  list<bit> AllowMoveElimination = AllowMoveElim;
  int NumPhysRegs = numPhysRegs;
  int MaxMovesEliminatedPerCycle = MaxMoveElimPerCy;
  bit AllowZeroMoveEliminationOnly = AllowZeroMoveElimOnly;
  SchedMachineModel SchedModel = ?;
}
class RetireControlUnit<int bufferSize, int retirePerCycle> {
  int ReorderBufferSize = bufferSize;
  int MaxRetirePerCycle = retirePerCycle;
  SchedMachineModel SchedModel = ?;
}
class MemoryQueue<ProcResourceKind PR> {
  ProcResourceKind QueueDescriptor = PR;
  SchedMachineModel SchedModel = ?;
}
class LoadQueue<ProcResourceKind queue> : MemoryQueue<queue>;
class StoreQueue<ProcResourceKind queue> : MemoryQueue<queue>;

// Predicates that become member functions: of the instruction info, of the subtarget.
class TIIPredicate;
class STIPredicateDecl;
class STIPredicate;
class InstructionEquivalenceClass;

// Pairs of instructions that a CPU executes as one.
class Fusion;

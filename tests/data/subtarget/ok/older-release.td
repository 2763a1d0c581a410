// ARGS: --gen-subtarget
// In older releases, there was less to say. What was not said then is not asked for.
class Target;
def Toy : Target;

def instrs;
def instregex;
class InstrItinClass;
def NoItinerary : InstrItinClass;
class FuncUnit;
class ProcessorItineraries<list<FuncUnit> fu> {
  list<FuncUnit> FU = fu;
  list<FuncUnit> BP = [];
  list<FuncUnit> IID = [];
}
def NoItineraries : ProcessorItineraries<[]>;
class SchedMachineModel {
  int IssueWidth = -1;
  ProcessorItineraries Itineraries = NoItineraries;
  bit CompleteModel = true;
  bit NoModel = false;
}
def NoSchedModel : SchedMachineModel { let CompleteModel = false; }
class ProcResourceKind;
class ProcResourceUnits<ProcResourceKind kind, int num> {
  ProcResourceKind Kind = kind;
  int NumUnits = num;
  ProcResourceKind Super = ?;
  int BufferSize = -1;
  SchedMachineModel SchedModel = ?;
}
class ProcResource<int num>
    : ProcResourceKind, ProcResourceUnits<!cast<ProcResourceKind>(NAME), num>;
class SchedReadWrite;
class SchedWrite : SchedReadWrite;
class WriteRes<SchedWrite write, list<ProcResourceKind> resources> {
  SchedWrite WriteType = write;
  list<ProcResourceKind> ProcResources = resources;
  list<int> ResourceCycles = [];
  int Latency = 1;
  int NumMicroOps = 1;
  bit Unsupported = false;
  SchedMachineModel SchedModel = ?;
}
class InstRW<list<SchedReadWrite> rw, dag instrlist> {
  list<SchedReadWrite> OperandReadWrites = rw;
  dag Instrs = instrlist;
  SchedMachineModel SchedModel = ?;
}
class SubtargetFeature<string n, string a, string v, string d> {
  string Name = n;
  string Attribute = a;
  string Value = v;
  string Desc = d;
  list<SubtargetFeature> Implies = [];
}
class Processor<string n, SchedMachineModel m, list<SubtargetFeature> f> {
  string Name = n;
  SchedMachineModel SchedModel = m;
  ProcessorItineraries ProcItin = NoItineraries;
  list<SubtargetFeature> Features = f;
}
class Instruction {
  string Namespace = "Toy";
  bit isPseudo = false;
  InstrItinClass Itinerary = NoItinerary;
  list<SchedReadWrite> SchedRW = ?;
}

def WriteALU : SchedWrite;
def ADD : Instruction { let SchedRW = [WriteALU]; }
def SUB : Instruction { let SchedRW = [WriteALU]; }
def NOP : Instruction;
def FeatureMul : SubtargetFeature<"mul", "HasMul", "true", "Has multiplication">;
def Model : SchedMachineModel;
def : Processor<"toy", Model, [FeatureMul]>;
let SchedModel = Model in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]> { let ResourceCycles = [2]; }
def : InstRW<[WriteALU], (instregex "^ADD", "^MUL")>;
}

// ARGS: --gen-exegesis
// Counters are named once; CPUs are listed by name.
class PfmCounter<string counter> { string Counter = counter; }
def NoPfmCounter : PfmCounter<"">;
class PfmIssueCounter<string resource, string counter> : PfmCounter<counter> {
  string ResourceName = resource;
}
class ValidationEvent<int number> { int EventNumber = number; }
def InstructionRetired : ValidationEvent<0>;
def L1DCacheLoadMiss : ValidationEvent<1>;
class PfmValidationCounter<ValidationEvent event, string counter> : PfmCounter<counter> {
  ValidationEvent EventType = event;
}
class ProcPfmCounters {
  PfmCounter CycleCounter = NoPfmCounter;
  PfmCounter UopsCounter = NoPfmCounter;
  list<PfmIssueCounter> IssueCounters = [];
  list<PfmValidationCounter> ValidationCounters = [];
}
class PfmCountersBinding<string cpu, ProcPfmCounters counters> {
  string CpuName = cpu;
  ProcPfmCounters Counters = counters;
}
class Target;
def Toy : Target;

def DefaultCounters : ProcPfmCounters;
def Big : ProcPfmCounters {
  let CycleCounter = PfmCounter<"cycles">;
  let UopsCounter = PfmCounter<"uops">;
  let IssueCounters = [PfmIssueCounter<"Mem", "loads + stores">, PfmIssueCounter<"ALU", "adds">];
  let ValidationCounters = [
    PfmValidationCounter<L1DCacheLoadMiss, "misses">,
    PfmValidationCounter<InstructionRetired, "retired">
  ];
}
def Small : ProcPfmCounters {
  let CycleCounter = PfmCounter<"cycles">;
  let IssueCounters = [PfmIssueCounter<"ALU", "adds">];
}
def : PfmCountersBinding<"small", Small>;
def : PfmCountersBinding<"", DefaultCounters>;
def : PfmCountersBinding<"big", Big>;

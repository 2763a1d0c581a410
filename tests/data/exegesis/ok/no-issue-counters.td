// ARGS: --gen-exegesis
// Without counters of resources there is no table of them.
class PfmCounter<string counter> { string Counter = counter; }
def NoPfmCounter : PfmCounter<"">;
class PfmIssueCounter;
class PfmValidationCounter;
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
def Counters : ProcPfmCounters { let CycleCounter = PfmCounter<"CYCLES">; }
def : PfmCountersBinding<"", Counters>;

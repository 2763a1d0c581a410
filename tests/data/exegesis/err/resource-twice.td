// ARGS: --gen-exegesis
class PfmCounter<string counter> { string Counter = counter; }
def NoPfmCounter : PfmCounter<"">;
class PfmIssueCounter<string resource, string counter> : PfmCounter<counter> {
  string ResourceName = resource;
}
class PfmValidationCounter;
class ProcPfmCounters {
  PfmCounter CycleCounter = NoPfmCounter;
  PfmCounter UopsCounter = NoPfmCounter;
  list<PfmIssueCounter> IssueCounters = [];
  list<PfmValidationCounter> ValidationCounters = [];
}
class PfmCountersBinding;
class Target;
def Toy : Target;
def C : ProcPfmCounters {
  let IssueCounters = [PfmIssueCounter<"P0", "x">, PfmIssueCounter<"P0", "y">];
}

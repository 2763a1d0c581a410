// ARGS: --gen-exegesis --release 23
// The field has to fit into a signed number of 8 bits, as in the reference.
class PfmCounter<string counter> {
  string Counter = counter;
  int EventSelect = -1;
  int UMask = 0;
}
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

def RawCycles : PfmCounter<""> { let EventSelect = 1; let UMask = 0x80; }
def Raw : ProcPfmCounters { let CycleCounter = RawCycles; }

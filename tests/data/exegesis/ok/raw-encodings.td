// ARGS: --gen-exegesis --release 23
// A counter with an encoding of its own is not looked up by its name. Only cycles and micro-operations
// can be counted like this.
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

def RawCycles : PfmCounter<"cycles"> { let EventSelect = 0x3c; }
def RawUops : PfmCounter<""> { let EventSelect = 0x1c2; let UMask = 1; }
def Raw : ProcPfmCounters {
  let CycleCounter = RawCycles;
  let UopsCounter = RawUops;
}
def Named : ProcPfmCounters {
  let CycleCounter = PfmCounter<"cycles">;
}

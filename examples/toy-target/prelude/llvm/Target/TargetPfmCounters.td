//===- TargetPfmCounters.td - Classes of performance counters -------------===//

class PfmCounter<string counter> {
  string Counter = counter;
}
def NoPfmCounter : PfmCounter<"">;

// Counts what a resource of the machine model executes.
class PfmIssueCounter<string resource_name, string counter> : PfmCounter<counter> {
  string ResourceName = resource_name;
}

// Counts what a measurement should not be disturbed by.
class ValidationEvent<int event_number> {
  int EventNumber = event_number;
}
class PfmValidationCounter<ValidationEvent event_type, string counter>
    : PfmCounter<counter> {
  ValidationEvent EventType = event_type;
}

class ProcPfmCounters {
  PfmCounter CycleCounter = NoPfmCounter;
  PfmCounter UopsCounter = NoPfmCounter;
  list<PfmIssueCounter> IssueCounters = [];
  list<PfmValidationCounter> ValidationCounters = [];
}

// Which CPU has them.
class PfmCountersBinding<string cpu_name, ProcPfmCounters counters> {
  string CpuName = cpu_name;
  ProcPfmCounters Counters = counters;
}

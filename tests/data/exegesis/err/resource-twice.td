// ARGS: --gen-exegesis
include "classes.inc"
def Toy : Target;
def C : ProcPfmCounters {
  let IssueCounters = [PfmIssueCounter<"P0", "x">, PfmIssueCounter<"P0", "y">];
}
// LABEL: 5: the field 'IssueCounters' is set here

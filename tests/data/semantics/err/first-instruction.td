// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// The first instruction has the number of no instruction.
include "classes.td"
def : Semantics<PHI, [(st R2, R3)]>;

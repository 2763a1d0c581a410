// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A target without patterns has a table without steps.
include "classes.td"
def Y3 : Instruction;

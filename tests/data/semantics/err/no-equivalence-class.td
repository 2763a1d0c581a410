// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// The class has to exist, as Semantics.td is included.
include "../dag-isel/classes.td"
def Y3 : Instruction;
class Semantics<Instruction inst, list<dag> pattern> {
  Instruction Inst = inst;
  list<dag> Pattern = pattern;
}

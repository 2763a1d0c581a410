// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// A group cannot be among its own rules. The reference crashes.
include "classes.td"
def Combiner : GICombiner<"ToyCombiner", []> { let Rules = [Combiner]; }

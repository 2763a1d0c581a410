// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// An operand has a value or a name. The reference crashes.
include "classes.td"

def unset_operand : GICombineRule<(defs root:$dst), (match (COPY $dst, ?)), (apply (COPY $dst, 1))>;
def Combiner : GICombiner<"ToyCombiner", [unset_operand]>;

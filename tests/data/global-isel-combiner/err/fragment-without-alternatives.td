// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// A fragment without alternatives never matches. The reference reads past the end of its list.
include "classes.td"

def none : GICombinePatFrag<(outs), (ins), []>;
def uses_none : GICombineRule<(defs root:$dst), (match (COPY $dst, $x), (none)), (apply "apply();")>;
def Combiner : GICombiner<"ToyCombiner", [uses_none]>;

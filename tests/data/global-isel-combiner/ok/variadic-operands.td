// ARGS: --release 22 -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// The C++ code of `(combine …)` is applied. An operand of type `GIVariadic` stands for all that follow.
include "actions.td"

def combined : Rule<(combine (G_FNEG $dst, $x), "first(${x});", (G_FABS $x, $y), "return second(${y});")>;
def any_number : Rule<(combine (G_BUILD_VECTOR $dst, GIVariadic<>:$x), "apply(${x});")>;
def in_range : Rule<(match (G_BUILD_VECTOR $dst, i32:$x, GIVariadic<2, 4>:$y), "return check(${y});"),
                    (apply (G_BUILD_VECTOR $dst, $y, $x))>;

def Combiner : GICombiner<"ToyCombiner", [combined, any_number, in_range]>;

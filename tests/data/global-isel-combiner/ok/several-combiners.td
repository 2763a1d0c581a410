// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=First,Second
// Combiners of one file share numbers of rules and of C++.
include "classes.td"

def one : GICombineRule<(defs root:$dst), (match (G_FNEG $dst, i32:$x), "return one();"), (apply "first();")>;
def two : GICombineRule<(defs root:$dst), (match (G_FABS $dst, $x), "return two();"),
                        (apply (COPY $dst, $x))>;
def First : GICombiner<"FirstCombiner", [one]>;
def Second : GICombiner<"SecondCombiner", [two, one]> { let CombineAllMethodName = "combine"; }

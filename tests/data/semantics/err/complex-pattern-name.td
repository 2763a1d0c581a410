// ARGS: --gen-semantics -semantics-layout=counted -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// Names of complex patterns are made from names of functions.
include "classes.td"
def sum : ComplexPattern<i32, 2, "matchSum">;

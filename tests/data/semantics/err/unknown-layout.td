// ARGS: --gen-semantics -semantics-layout=verbose -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// There are two layouts.
include "classes.td"

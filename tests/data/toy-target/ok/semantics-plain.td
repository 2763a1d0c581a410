// ARGS: --gen-semantics -semantics-layout=plain -I ../../../examples/semantics -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "ToySemantics.td"

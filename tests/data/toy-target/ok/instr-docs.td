// ARGS: --gen-instr-docs -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"

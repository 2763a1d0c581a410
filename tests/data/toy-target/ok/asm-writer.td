// ARGS: --gen-asm-writer -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"

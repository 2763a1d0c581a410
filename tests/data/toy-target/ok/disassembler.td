// ARGS: --gen-disassembler -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"

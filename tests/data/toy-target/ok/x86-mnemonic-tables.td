// ARGS: --gen-x86-mnemonic-tables -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"

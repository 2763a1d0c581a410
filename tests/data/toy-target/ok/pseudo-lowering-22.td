// ARGS: --release 22 --gen-pseudo-lowering -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"

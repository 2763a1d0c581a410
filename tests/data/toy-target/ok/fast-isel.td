// ARGS: --gen-fast-isel -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"

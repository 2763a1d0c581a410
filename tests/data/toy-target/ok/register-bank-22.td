// ARGS: --release 22 --gen-register-bank -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"

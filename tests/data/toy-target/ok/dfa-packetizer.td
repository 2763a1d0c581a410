// ARGS: --gen-dfa-packetizer -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"

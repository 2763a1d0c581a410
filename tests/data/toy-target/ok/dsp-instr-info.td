// ARGS: --gen-instr-info -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "ToyDSP.td"

// ARGS: --gen-register-info -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "ToyDSP.td"

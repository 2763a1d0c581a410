// ARGS: --print-enums --class=Register -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "ToyDSP.td"

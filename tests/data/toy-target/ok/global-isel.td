// ARGS: --gen-global-isel -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "ToyGISel.td"

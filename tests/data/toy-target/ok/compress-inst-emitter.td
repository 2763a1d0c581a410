// ARGS: --gen-compress-inst-emitter -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"

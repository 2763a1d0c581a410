// TOOL: sched-coverage
// ARGS: --cpu toy2 -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"

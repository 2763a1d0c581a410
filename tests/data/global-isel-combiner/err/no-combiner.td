// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner
// The combiners to print are named on the command line.
include "classes.td"

// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A value can have no type.
include "classes.td"
def X : I<(outs GPR:$d), (ins FPR:$a), [(set GPR:$d, (sub FPR:$a, 1))]>;
// LABEL: 11: f32: FPR has this type
// LABEL: 89: SDTCisSameAs<0, 2> of sub: no type is left

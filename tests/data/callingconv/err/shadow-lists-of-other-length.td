// ARGS: --gen-callingconv
include "classes.td"
foreach i = 0...2 in def R#i : Register;
def Two : CCAssignToRegWithShadow<[R0, R1], [R2]>;
def CC : CallingConv<[Two]>;

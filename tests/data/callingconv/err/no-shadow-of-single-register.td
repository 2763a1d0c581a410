// ARGS: --gen-callingconv
include "classes.td"
def R0 : Register;
def One : CCAssignToRegWithShadow<[R0], []>;
def CC : CallingConv<[One]>;

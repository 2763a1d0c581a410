// ARGS: --gen-callingconv
include "classes.td"
def ToUpper : CCPromoteToUpperBitsInType<f64>;
def CC : CallingConv<[CCIfType<[f32], ToUpper>]>;

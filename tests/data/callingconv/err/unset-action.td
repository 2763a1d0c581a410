// ARGS: --gen-callingconv
include "classes.td"
def CC : CallingConv<[?]>;

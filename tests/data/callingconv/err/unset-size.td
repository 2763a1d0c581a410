// ARGS: --gen-callingconv
include "classes.td"
def OnStack : CCAssignToStack<?, 4>;
def CC : CallingConv<[OnStack]>;

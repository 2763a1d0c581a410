// ARGS: --gen-callingconv
include "classes.td"
def A0 : CCCustom<"f">;
foreach i = 0...1000 in def A#!add(i, 1) : CCIf<"p", !cast<CCAction>("A" # i)>;
def CC : CallingConv<[A1001]>;

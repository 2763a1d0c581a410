// ARGS: --gen-callingconv
include "classes.td"
def CC : CallingConv<[CCPredicateAction<CCCustom<"f">>]>;

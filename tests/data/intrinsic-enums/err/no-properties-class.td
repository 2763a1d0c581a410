// ARGS: --gen-intrinsic-enums
class Intrinsic;
def int_max : Intrinsic;

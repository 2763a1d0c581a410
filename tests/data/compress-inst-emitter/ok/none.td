// ARGS: --gen-compress-inst-emitter
include "../instructions/classes.inc"
// A target need not have short instructions.
class CompressPat;
def Toy : Target;

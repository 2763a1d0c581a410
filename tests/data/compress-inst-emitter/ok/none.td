// ARGS: --gen-compress-inst-emitter
include "../support/instructions.inc"
// A target need not have short instructions.
class CompressPat;
def Toy : Target;

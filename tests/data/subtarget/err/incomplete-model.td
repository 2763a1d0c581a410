// ARGS: --gen-subtarget
include "toy.inc"

def IIC : InstrItinClass;
def JUMP : ToyInst { let Itinerary = IIC; }
def HasMul : Predicate<"hasMul()">;
def MUL : ToyInst { let Itinerary = IIC; let Predicates = [HasMul]; }
def NOP : ToyInst { let SchedRW = ?; }
def Complete : SchedMachineModel { let UnsupportedFeatures = [HasMul]; }
def : ProcessorModel<"complete", Complete, []>;

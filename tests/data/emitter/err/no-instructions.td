// ARGS: --gen-emitter
class HwMode; class HwModeSelect; class Instruction; class InstrInfo;
class Target { InstrInfo InstructionSet = InstrInfo<>; }
def Toy : Target;


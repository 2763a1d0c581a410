// Two of the instructions that all targets have stand for all, so that outputs are short.

class StandardPseudoInstruction : Instruction {
  let Namespace = "TargetOpcode";
  let OutOperandList = (outs);
  let InOperandList = (ins variable_ops);
  let mayLoad = false;
  let mayStore = false;
  let hasSideEffects = false;
  let isPseudo = true;
  let hasNoSchedulingInfo = true;
}
def PHI : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
}
def KILL : StandardPseudoInstruction;

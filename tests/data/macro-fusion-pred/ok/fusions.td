// ARGS: --gen-macro-fusion-pred
// Two instructions can be fused if all predicates of the record hold.
include "fusion.inc"

def Toy : Target;
def LUI : Instruction;
def ADDI : Instruction;
def ADD : Instruction;
def OneUse : OneUsePred;

def LuiAddi : Fusion<[
  SecondFusionPredicateWithMCInstPredicate<CheckOpcode<[ADDI, ADD]>>,
  WildcardPred<true>,
  FirstFusionPredicateWithMCInstPredicate<CheckOpcode<[LUI]>>,
  SameReg<0, 1>,
  OneUse,
  TieReg<0, 1>
]>;

// The second instruction's operands can be swapped.
def AddAdd : Fusion<[WildcardPred<false>, SameReg<0, 1>, TieReg<0, 1>]> {
  let IsCommutable = true;
}

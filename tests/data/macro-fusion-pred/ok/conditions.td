// ARGS: --gen-macro-fusion-pred
// Each class of predicates of machine instructions has its condition in C++, and its negation.
include "fusion.inc"

def Toy : Target;
def ADDI : Instruction;
def ADD : Instruction;
def X0 : Register;
def True : MCTrue;
def False : MCFalse;

def Conditions : Fusion<[
  BothFusionPredicateWithMCInstPredicate<CheckAll<[
    CheckAny<[
      CheckRegOperand<0, X0>,
      CheckRegOperand<0, X0, "getWide">,
      CheckNot<CheckRegOperandSimple<1, "isEven">>,
      CheckInvalidRegOperand<1>,
      CheckSameRegOperand<0, 1>,
      CheckIsRegOperand<2>,
      CheckIsVRegOperand<2>
    ]>,
    CheckNot<CheckAny<[
      CheckImmOperand<2, 12>,
      CheckImmOperand<2, -1, "getShift">
    ]>>,
    CheckNot<CheckImmOperandLT<2, 8>>,
    CheckImmOperandGT<2, 8>,
    CheckImmOperand_s<2, "Toy::LSL">,
    CheckNot<CheckImmOperandSimple<2>>,
    CheckNot<CheckIsImmOperand<2>>,
    CheckNot<CheckNumOperands<3>>,
    CheckNot<CheckOpcode<[ADD, ADDI]>>,
    CheckAll<[CheckPseudo<[ADD]>]>,
    CheckFunctionPredicate<"Toy_MC::isFast", "Toy::isFast">,
    CheckFunctionPredicateWithTII<"Toy_MC::isHot", "isHot">,
    CheckFunctionPredicateWithTII<"Toy_MC::isHot", "isHot", "ToyTII">,
    CheckNonPortable<"MI->isCopy()">,
    CheckNot<TIIPredicate<"isZeroIdiom">>,
    CheckNot<True>,
    False
  ]>>,
  FusionPredicateWithCode<[{
  if (FirstMI->isBundled())
    return false;
}]>
]>;

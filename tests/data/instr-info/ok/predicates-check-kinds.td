// ARGS: --release 24 --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
include "predicates.inc"
// A condition on an operand checks the kind of the operand first, also if it is negated.

class CheckImmOperandLE<int index, int value> : CheckOperandBase<index> { int ImmVal = value; }
class CheckImmOperandRange<int index, int first, int last> : CheckOperandBase<index> {
  int StartVal = first;
  int EndVal = last;
}
class CheckInvalidRegOperand<int index> : CheckOperandBase<index>;
class CheckRegOperandSimple<int index> : CheckOperandBase<index>;
class CheckImmOperandSimple<int index> : CheckOperandBase<index>;
class CheckSameRegOperand<int first, int second> : MCInstPredicate {
  int FirstIndex = first;
  int SecondIndex = second;
}
let FunctionMapper = "map" in {
  def MappedRange : CheckImmOperandRange<2, 1, 9>;
  def MappedSimple : CheckImmOperandSimple<2>;
}
class Function<MCInstPredicate predicate> : TIIPredicate<NAME, MCReturnStatement<predicate>>;

def isFour : Function<CheckImmOperand<2, 4>>;
def isNotFour : Function<CheckNot<CheckImmOperand<2, 4>>>;
def isSmall : Function<CheckImmOperandLE<2, 4>>;
def isInRange : Function<MappedRange>;
def isNotInRange : Function<CheckNot<MappedRange>>;
def isInvalid : Function<CheckInvalidRegOperand<1>>;
def isValid : Function<CheckNot<CheckInvalidRegOperand<1>>>;
def isRegister : Function<CheckRegOperandSimple<1>>;
def isAnything : Function<CheckImmOperandSimple<2>>;
def isMapped : Function<MappedSimple>;
def isSame : Function<CheckSameRegOperand<0, 1>>;

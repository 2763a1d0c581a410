// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
include "predicates.inc"
// A statement that is no `switch` returns.
def ADD : Inst<(outs), (ins)>;
class MCLoop : MCStatement;
def Loop : MCLoop;
def IsZero : TIIPredicate<"isZero", MCOpcodeSwitchStatement<
  [MCOpcodeSwitchCase<[ADD], Loop>], MCReturnStatement<FalsePred>>>;

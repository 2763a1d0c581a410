//===- Semantics.td - What instructions do, for translators ---------------===//
//
// Classes with which a target says what its instructions do, where their patterns do not
// say it, or not well enough for a translator of machine code. Included behind the
// description of a target:
//
//   include "Sparc.td"
//   include "Semantics.td"
//   def : Semantics<…>;
//
//   tablewright llvm-tblgen --gen-semantics -I examples/semantics …
//
//===----------------------------------------------------------------------===//

// What `inst` does, in the place of its own pattern. The pattern sets the outputs and
// reads all inputs of the instruction by their names; it may also read outputs.
class Semantics<Instruction inst, list<dag> pattern> {
  Instruction Inst = inst;
  list<dag> Pattern = pattern;
}

// An instruction that does what the pattern of another one says. Operands are matched by
// their names.
class SameSemantics<Instruction inst, Instruction other>
    : Semantics<inst, other.Pattern>;

// A node of the target that stands for a node that all targets have. The latter may have
// fewer results: a node that adds and sets flags is an addition, and all that is said of
// the flags is that they change.
class SDNodeEquiv<SDNode targetSpecific, SDNode targetIndependent> {
  SDNode TargetSpecific = targetSpecific;
  SDNode TargetIndependent = targetIndependent;
}

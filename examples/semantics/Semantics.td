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

//===----------------------------------------------------------------------===//
// For `tablewright run`
//===----------------------------------------------------------------------===//

// The address of the instruction, and the address of the next one.
def program_counter : SDNode<"SemanticsISD::PROGRAM_COUNTER",
                             SDTypeProfile<1, 0, [SDTCisInt<0>]>>;
def next_instruction : SDNode<"SemanticsISD::NEXT_INSTRUCTION",
                              SDTypeProfile<1, 0, [SDTCisInt<0>]>>;

// The meaning of a node of the target, or of a complex pattern:
//
//   def : NodeSemantics<(MyBranchEq $a, $b, $target), [(brcond (seteq $a, $b), $target)]>;
//
// The trees set registers, jump, or are the results of the node, in order. They have no types:
// both operands of an operation have the same type, and a constant has the type of the other
// operand. Elsewhere a type is written, `(i32 (zext $a))`. A register is a number.
class NodeSemantics<dag node, list<dag> trees> {
  dag Node = node;
  list<dag> Trees = trees;
}

// Registers with a fixed use. What is unset follows from the description: the stack pointer is
// a register with the name sp, calls set the register of the return address (`Defs`), the
// records CC_<target> and RetCC_<target> have the registers of arguments and results, and all
// `CalleeSavedRegs` records together the registers that survive calls.
class SimulatedMachine {
  Register StackPointer = ?;
  Register ReturnAddress = ?;
  list<Register> Arguments = [];
  list<Register> Results = [];
  CalleeSavedRegs CalleeSaved = ?;
  // The bits of an address; 0 for those of the stack pointer.
  int AddressWidth = 0;
}

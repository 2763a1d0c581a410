//===- Simulation.td - What programs do, for `tablewright run` ------------===//
//
// Classes with which a description gives a meaning to its own nodes, beside the classes
// for instructions in Semantics.td, and says which registers have a fixed use. Included
// behind the description of a target:
//
//   include "Sparc.td"
//   include "Simulation.td"
//   def : NodeSemantics<…>;
//
//===----------------------------------------------------------------------===//

include "Semantics.td"

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

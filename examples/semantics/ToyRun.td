//===- ToyRun.td - Toy for programs that are executed ---------------------===//
//
//   tablewright run -I examples/semantics -I examples/asm-syntax -I examples/toy-target \
//     -I examples/toy-target/prelude examples/semantics/ToyRun.td --coverage
//
//===----------------------------------------------------------------------===//

include "ToyAsm.td"
include "Simulation.td"

// Branches compare two words.
def : NodeSemantics<(ToyBrEq $a, $b, $target), [(brcond (seteq $a, $b), $target)]>;
def : NodeSemantics<(ToyBrNe $a, $b, $target), [(brcond (setne $a, $b), $target)]>;
def : NodeSemantics<(ToyBrLt $a, $b, $target), [(brcond (setlt $a, $b), $target)]>;

// Object files name the places of calls by a number.
def : AsmRelocation<brtarget, 2>;
def : AsmDataRelocation<2, 1>;

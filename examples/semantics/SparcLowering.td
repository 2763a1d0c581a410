//===- SparcLowering.td - Comparisons of Sparc for selection --------------===//
//
//   tablewright patterns -I examples/semantics -I llvm/lib/Target/Sparc -I llvm/include \
//     examples/semantics/SparcLowering.td --select FILE.ll
//
//===----------------------------------------------------------------------===//

include "Sparc.td"
include "Lowering.td"

// A comparison sets the integer condition codes; a branch or a move reads them.
class Condition<SDPatternOperator c, int n> {
  SDPatternOperator Operator = c;
  int Number = n;
}
foreach condition = [Condition<seteq, 1>, Condition<setne, 9>, Condition<setlt, 3>, Condition<setle, 2>,
                     Condition<setgt, 10>, Condition<setge, 11>, Condition<setult, 5>,
                     Condition<setule, 4>, Condition<setugt, 12>, Condition<setuge, 13>] in {
  def : NodeLowering<(brcond (condition.Operator $a, $b), $target),
                     [(SPcmpicc $a, $b), (SPbricc $target, (i32 condition.Number))]>;
  def : NodeLowering<(select (condition.Operator $a, $b), $yes, $no),
                     [(SPcmpicc $a, $b), (SPselecticc $yes, $no, (i32 condition.Number))]>;
}

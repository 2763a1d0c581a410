//===- Lowering.td - Nodes that a target's C++ creates before selection ---===//
//
// Included behind the description of a target, for `tablewright patterns --select FILE.ll`.
//
//===----------------------------------------------------------------------===//

// The nodes for a branch or a selection with a comparison, as the target's C++ creates them:
//
//   def : NodeLowering<(brcond (seteq $a, $b), $target),
//                      [(MyCompare $a, $b), (MyBranch $target, (i32 1))]>;
//
// A node with `SDNPInGlue` reads the flags of the node before it. With `setcc $a, $b, $cc`, one
// record has all conditions.
class NodeLowering<dag node, list<dag> trees> {
  dag Node = node;
  list<dag> Trees = trees;
}

// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
// Refused: a constraint about more than four entities.
include "mlir-pattern.inc"
include "patterns.inc"

def Five : Constraint<CPred<"five($0)">>;
def : Pat<(Toy_OneOp $a), (Toy_OneOp $a), [(Five $a, $a, $a, $a, $a)]>;

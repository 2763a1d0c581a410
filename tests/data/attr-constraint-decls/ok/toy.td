// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attr-constraint-decls
include "mlir-constraint-functions.inc"

def SmallType : TypeConstraint<CPred<"$_self.isSmall()">, "small type"> {
  string cppFunctionName = "isSmallType";
}
def ShortText : AttrConstraint<CPred<"isShort($_self)">, "short text"> {
  string cppFunctionName = "isShortText";
}
def LongText : AttrConstraint<CPred<"isLong($_self)">, "long text">;

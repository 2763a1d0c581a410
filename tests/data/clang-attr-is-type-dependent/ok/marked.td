// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-attr-is-type-dependent
// Attributes that are marked have a case, whether they are nodes or not.
include "../support/attr-classes.inc"

class MarkedAttr : Attr {
  bit IsTypeDependent = 1;
  let Spellings = [GNU<"marked">];
  let Documentation = [Undocumented];
}
def Marked : MarkedAttr;
def MarkedNoNode : MarkedAttr { let ASTNode = 0; }
def Unmarked : MarkedAttr { let IsTypeDependent = 0; }

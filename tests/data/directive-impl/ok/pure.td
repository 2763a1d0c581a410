// ARGS: --release 24 --gen-directive-impl
// Since 24 a directive can be pure, and names for identifiers can differ from spellings.
include "versioned-classes.td"
include "pure.inc"

def Toy : DirectiveLanguage {
  let name = "Toy";
  let cppNamespace = "toy";
  let directivePrefix = "TD_";
  let clausePrefix = "TC_";
  let clauseEnumSetClass = "ToyClauses";
  let flangClauseBaseClass = "ToyClause";
}

// ARGS: --release 24 --gen-directive-decl
// Since 24 a directive can be pure, and names for identifiers can differ from spellings.
include "../directive-impl/versioned-classes.td"
include "../directive-impl/pure.inc"

def Toy : DirectiveLanguage {
  let name = "Toy";
  let cppNamespace = "toy";
  let directivePrefix = "TD_";
  let clausePrefix = "TC_";
  let clauseEnumSetClass = "ToyClauses";
  let flangClauseBaseClass = "ToyClause";
}

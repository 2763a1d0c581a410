// ARGS: --release 24 --gen-directive-decl
// Since 24 versions of OpenMP have a class.
include "../directive-impl/versioned-classes.td"
include "../directive-impl/pure.inc"

def Toy : DirectiveLanguage {
  let name = "OpenMP";
  let cppNamespace = "toy";
  let directivePrefix = "TD_";
  let clausePrefix = "TC_";
  let clauseEnumSetClass = "ToyClauses";
  let flangClauseBaseClass = "ToyClause";
}

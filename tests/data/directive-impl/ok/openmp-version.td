// ARGS: --release 24 --gen-directive-impl
// Since 24 versions of OpenMP have a class.
include "versioned-classes.td"
include "pure.inc"

def Toy : DirectiveLanguage {
  let name = "OpenMP";
  let cppNamespace = "toy";
  let directivePrefix = "TD_";
  let clausePrefix = "TC_";
  let clauseEnumSetClass = "ToyClauses";
  let flangClauseBaseClass = "ToyClause";
}

// ARGS: --gen-directive-decl
include "directives.inc"
def A : DirectiveLanguage { let name = "a"; }
def C : Clause<"c">;
multiclass Doubled {
  def "" : Directive<"d"> {
    let allowedClauses = [VersionedClause<C>];
    let requiredClauses = [VersionedClause<C>];
  }
}
defm D : Doubled;

// ARGS: --gen-directive-decl
include "directives.inc"
def A : DirectiveLanguage { let name = "a"; }
def V : ClauseVal<"v", 1>;
def C : Clause<"c"> { let allowedClauseValues = [V]; }

// ARGS: --gen-directive-decl
include "directives.inc"
def A : DirectiveLanguage { let name = "a"; }
def B : DirectiveLanguage { let name = "b"; }

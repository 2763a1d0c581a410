// ARGS: --gen-directive-decl
include "directives.inc"
def A : DirectiveLanguage { let cppNamespace = "a"; }

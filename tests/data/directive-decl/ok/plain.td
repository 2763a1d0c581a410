// ARGS: --gen-directive-decl
include "directives.inc"

def Plain : DirectiveLanguage { let name = "plain"; }
def Only : Directive<"only">;

// ARGS: --gen-directive-decl
include "directives.inc"
def Only : Directive<"only">;

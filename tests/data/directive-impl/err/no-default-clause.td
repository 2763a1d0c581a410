// ARGS: --gen-directive-impl -I../directive-decl
include "directives.inc"
def Toy : DirectiveLanguage { let name = "toy"; }
def C : Clause<"c">;
def D : Directive<"d"> {
  let association = AS_None;
  let isDefault = true;
}

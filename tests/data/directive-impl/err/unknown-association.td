// ARGS: --gen-directive-impl -I../directive-decl
include "directives.inc"
def Toy : DirectiveLanguage { let name = "toy"; }
def C : Clause<"c"> { let isDefault = true; }
def AS_Odd : Association<"Odd">;
def D : Directive<"d"> {
  let association = AS_Odd;
  let isDefault = true;
}

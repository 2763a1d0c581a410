// ARGS: --gen-directive-impl -I../directive-decl
include "directives.inc"
def Toy : DirectiveLanguage { let name = "toy"; }
def C : Clause<"c"> { let isDefault = true; }
def V : ClauseVal<"v", 1>;
def K : Clause<"k"> {
  let enumClauseValue = "Kind";
  let allowedClauseValues = [V];
}
def D : Directive<"d"> {
  let association = AS_None;
  let isDefault = true;
}

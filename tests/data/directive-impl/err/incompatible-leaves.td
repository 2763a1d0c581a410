// ARGS: --gen-directive-impl -I../directive-decl
include "directives.inc"
def Toy : DirectiveLanguage { let name = "toy"; }
def C : Clause<"c"> { let isDefault = true; }
def A : Directive<"a"> { let association = AS_Loop; }
def B : Directive<"b"> { let association = AS_Delimited; }
multiclass Combined {
  def "" : Directive<"a b"> {
    let leafConstructs = [A, B];
    let isDefault = true;
  }
}
defm AB : Combined;

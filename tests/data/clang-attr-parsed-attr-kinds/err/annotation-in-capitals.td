// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-attr-parsed-attr-kinds
// From release 22 on, annotations have small letters only.
include "../support/attr-classes.inc"

def Toy : HLSLAnnotationAttr {
  let Spellings = [HLSLAnnotation<"SV_Toy">];
  let Documentation = [];
}

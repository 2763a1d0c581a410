// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-attr-list
// From release 22 on, attributes of parameters or statements have a macro, and HLSL's semantics too.
include "../support/attributes-of-one-name.inc"

def Either : InheritableParamOrStmtAttr { let Spellings = [GNU<"x">]; }
def Param : InheritableParamAttr { let Spellings = [GNU<"x">]; }
def Semantic : HLSLSemanticBaseAttr { let Spellings = [GNU<"x">]; }
def Annotation : HLSLAnnotationAttr { let Spellings = [GNU<"x">]; }

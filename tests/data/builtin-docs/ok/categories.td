// TOOL: clang-tblgen
// ARGS: --release 23 -gen-builtin-docs
// Categories are in the order of their names, and what has no text comes last.
include "classes.inc"

def GlobalDocumentation { code Intro = "Builtins\n========\n"; }
def Waves : DocumentationCategory<"Waves"> { let Content = "\nAbout waves.\n"; }
def ShuffleDoc : Documentation { let Category = Waves; let Content = "\n  Moves lanes.\n"; }
def __toy_shuffle : TargetBuiltin {
  let Prototype = "_ExtVector<4, int>(_ExtVector<4, int>, int *, ...)";
  let ArgNames = ["lanes", "order"];
  let Features = "wave";
  let Documentation = [ShuffleDoc];
}
def __toy_plain : Builtin { let Prototype = "void(int,  char)"; }
def __toy_untyped : Builtin { let Prototype = ""; }
def __toy_internal : Builtin { let Prototype = "void()"; let Documentation = [InternalOnly]; }

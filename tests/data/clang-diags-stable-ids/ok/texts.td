// TOOL: clang-tblgen
// ARGS: --release 24 -gen-clang-diags-stable-ids
include "../support/clang-diagnostics.inc"

class Text<string text> : Error<text> {
  string StableId = "";
  list<string> LegacyStableIds = [];
}
// Since LLVM 24, the output has the texts of diagnostics, with substitutions expanded.
def adjective : TextSubstitution<"%select{good|bad}0">;
def err_adjective : Text<"%0 is %sub{adjective}1">;
def err_plain : Text<"plain">;
// Equal texts are in the table once.
def err_plain_again : Text<"plain">;
// Characters with a meaning in C++ are escaped.
def err_quoted : Text<"a \"quoted\" text with a \\ backslash">;

// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
// The text of a `%sub` stands in its place with the arguments renumbered, also in other
// substitutions.
include "../support/clang-diagnostics.inc"
def adjective : TextSubstitution<"%select{good|bad}0">;
def judgement : TextSubstitution<"%1 is %sub{adjective}0 %plural{1:thing|[2,3]:few things|:things}2">;
def constant : TextSubstitution<"fixed">;

def err_sub : Error<"it says %sub{judgement}4,3,2">;
def err_sub_constant : Error<"%sub{constant}, no more">;

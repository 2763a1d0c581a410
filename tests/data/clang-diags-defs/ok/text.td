// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

def adjective : TextSubstitution<"%select{good|bad}0">;
def judgement : TextSubstitution<"%1 is %sub{adjective}0 %plural{1:thing|[2,3]:few things|:things}2">;
def constant : TextSubstitution<"fixed">;

def err_select : Error<"%select{a|%select{b|c}1|}0 d">;
def err_plural : Error<"%0 %plural{0:no %1|1:one|:%0 or %select{x|y}2}0">;
def err_diff : Error<"%diff{from $ to $|between types}0,1">;
def err_sub : Error<"it says %sub{judgement}4,3,2">;
def err_sub_constant : Error<"%sub{constant}, no more">;
def err_escaped : Error<"%%0 %select{a%|b|%$c}0 $5 {x} }">;

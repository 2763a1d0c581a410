// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
include "documentation.inc"
def G0 : OptionGroup<"g">;
foreach i = 1...8 in def G#i : OptionGroup<"g"#i> { let Group = !cast<OptionGroup>("G"#!sub(i, 1)); }
def a : Option<["-"], "a", KIND_FLAG> { let Group = G8; }

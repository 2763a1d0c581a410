// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-diags-enums
include "../support/clang-diagnostics.inc"

// Enumerations of all components are in one namespace.
def err_1 : Error<"%enum_select<Kind>{%A{a}|%A{b}}0">;
def err_2 : Error<"%enum_select<Kind>{%A{a}}0"> { let Component = "Other"; }

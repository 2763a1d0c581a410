// TOOL: clang-tblgen
// ARGS: -gen-arm-cde-header
include "../arm-mve-header/classes.td"

// The parameters of a macro are strings.
class FunctionMacro { list<string> params; string definition = ""; }
def vcx2q : FunctionMacro;

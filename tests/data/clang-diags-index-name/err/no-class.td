// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-index-name
def warn;
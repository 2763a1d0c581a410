// TOOL: clang-tblgen
// ARGS: -gen-arm-sme-sema-rangechecks
def x;

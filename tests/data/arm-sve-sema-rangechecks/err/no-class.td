// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-sema-rangechecks
def x;

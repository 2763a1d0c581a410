// TOOL: clang-tblgen
// ARGS: --release 24 -gen-arm-vector-type
// Functions that set a scale in `fpm_t` are declared only.
def nothing;

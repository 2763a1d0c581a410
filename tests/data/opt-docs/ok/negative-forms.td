// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
// An option and its form with `no-` are shown together, the positive form first.
include "documentation.inc"
def fcheck : Option<["-"], "fcheck", KIND_FLAG>;
def fno_check : Option<["-"], "fno-check", KIND_FLAG>;
def no_run : Option<["--"], "no-run", KIND_FLAG>;
def run : Option<["--"], "run", KIND_FLAG>;
def fno_other : Option<["-"], "fno-other", KIND_FLAG>;

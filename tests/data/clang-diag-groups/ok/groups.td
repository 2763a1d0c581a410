// TOOL: clang-tblgen
// ARGS: -gen-clang-diag-groups
include "../support/clang-diagnostics.inc"

def Empty : DiagGroup<"empty">;
def Lookup : DiagGroup<"lookup"> {
  let CategoryName = "Lookup Issue";
  let Documentation = [{
Names that are *found* where they should not be.
}];
}
def Shadow : DiagGroup<"shadow", [Lookup]>;
def All : DiagGroup<"all", [Shadow, Empty]>;
def Pedantic : DiagGroup<"pedantic", [Empty]>;
def OddNames : DiagGroup<"odd-names">;
def OddTypes : DiagGroup<"odd-types">;
def Odd : DiagGroup<"odd", [OddNames, OddTypes]>;

def warn_lookup : Warning<"a">, InGroup<Lookup>;
def warn_shadow : Warning<"b">, InGroup<Shadow>;
def warn_shadow_field : Warning<"c">, InGroup<Shadow> { let CategoryName = "Field/Issue"; }
def warn_own : Warning<"d">, InGroup<DiagGroup<"own">>;

// All members of "odd" are off by default, so that -Wpedantic implies the group as a whole; of
// "odd-types" it implies one.
def ext_name : Extension<"e">, InGroup<OddNames>;
def ext_type : Extension<"f">, InGroup<OddTypes>;
def ext_type_warn : ExtWarn<"g">, InGroup<OddTypes>;
def ext_free : Extension<"h">;

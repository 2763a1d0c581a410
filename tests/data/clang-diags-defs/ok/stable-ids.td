// TOOL: clang-tblgen
// ARGS: --release 23 -gen-clang-diags-defs -clang-component=Toy
include "../support/clang-diagnostics.inc"

class Ids<list<string> legacy> {
  string StableId = "";
  list<string> LegacyStableIds = legacy;
}

// The last two columns are the offsets of the identifier and of the list of earlier ones. Those of other
// components count too.
def err_a : Error<"%quoted0 and %human1">, Ids<[]> { let Component = "Other"; }
def err_b : Error<"%enum_select<Kind>{%A{a}|%B{b}}0">, Ids<["err_old"]>;

// TOOL: clang-tblgen
// ARGS: --release 23 -gen-clang-diags-stable-ids
include "../support/clang-diagnostics.inc"

class Ids<string id = "", list<string> legacy = []> {
  string StableId = id;
  list<string> LegacyStableIds = legacy;
}

// The name of the record is the identifier where nothing else is said.
def err_plain : Error<"plain">, Ids;
def err_renamed : Error<"renamed">, Ids<"err_name", ["err_old", "err_plain"]>;
// Equal lists of earlier identifiers are not shared.
def err_split_1 : Error<"split">, Ids<"", ["err_old"]>;
def err_split_2 : Error<"split">, Ids<"", ["err_old"]>;

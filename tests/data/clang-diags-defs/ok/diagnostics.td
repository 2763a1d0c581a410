// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

def Pedantic : DiagGroup<"pedantic">;
def Lookup : DiagGroup<"lookup"> { let CategoryName = "Lookup Issue"; }
def Shadow : DiagGroup<"shadow">;
def Names : DiagGroup<"names", [Lookup, Shadow]> { let CategoryName = "Naming Issue"; }

// The number of a group is its rank among all by name, that of a category its rank in order of
// appearance.
def err_unknown : Error<"unknown name '%0'">;
def err_escaped : Error<"\"quoted\"\t\\ and 100%% ä">;
def warn_lookup : Warning<"%0 is hidden by %q1">, InGroup<Lookup>;
def warn_shadow : Warning<"shadows the %ordinal0 %objcclass1 %objcinstance2">, InGroup<Shadow>;
def remark_names : Remark<"%0 name%s0 known">, InGroup<Names>;
def note_here : Note<"declared here"> { let CategoryName = "Notes"; }

// An extension that is off by default belongs to -Wpedantic where it belongs to nothing else.
def ext_odd : Extension<"odd names are an extension">;
def ext_warn_odd : ExtWarn<"odd names are an extension">;

def warn_flags : Warning<"flags">, InGroup<Names>, DefaultIgnore {
  let WarningNoWerror = 1;
  let ShowInSystemHeader = 1;
  let ShowInSystemMacro = 0;
  let Deferrable = 1;
}

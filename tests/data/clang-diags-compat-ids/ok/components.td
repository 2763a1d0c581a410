// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-diags-compat-ids

class CompatWarningId<string component, string name, int std> {
  string Component = component;
  string Name = name;
  string Diag = "compat_" # name;
  string DiagPre = "compat_pre_" # name;
  int Std = std;
}

// The numbers are those of the order of records. A list ends where the component changes.
def Id10 : CompatWarningId<"Sema", "ten", 23>;
def Id2 : CompatWarningId<"Parse", "two", 11>;
def Id3 : CompatWarningId<"Sema", "three", 26>;
def Id11 : CompatWarningId<"Parse", "eleven", 14>;

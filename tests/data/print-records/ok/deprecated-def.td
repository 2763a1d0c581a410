// TOOL: mlir-tblgen
// ARGS: --release 23 --print-records

// Definitions with a name that mention a deprecated one are reported, also where it lies in a list, a dag or an
// anonymous definition. They come by the name of the deprecated definition, then by their own.

class Deprecated<string reason> { string odsDeprecated = reason; }
class Trait;
class Holder<list<Trait> l> { list<Trait> held = l; }
def OldB : Trait, Deprecated<"use `New`">;
def OldA : Trait, Deprecated<"it was never used">;

def InField { Trait value = OldB; }
def InList { list<list<Trait>> value = [[OldB, OldB]]; }
def AsOperator { dag value = (OldB OldA:$a); }
def InAnonymous { Holder value = Holder<[OldB]>; }
def InOperator { dag value = (Holder<[OldB]>); }
def ByAnother { dag value = (InField); }
multiclass M { def _m { Trait value = OldA; } }
defm Instantiated : M;
def : Holder<[OldA]>;

// A small target with the classes of semantics.
include "../dag-isel/classes.td"
include "Semantics.td"

// The first instruction, which never has semantics.
def PHI : Instruction { let Namespace = "TargetOpcode"; }

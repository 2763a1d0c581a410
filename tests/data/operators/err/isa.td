// The type that `!isa` asks about has to exist.
def a;
def missingClass { bit b = !isa<Missing>(a); }

// Definitions without an include guard.
def unguarded_first;
class Unguarded { int Value = 1; }
class UnguardedToo;
multiclass UnguardedParts { def _part; }
def unguarded_second : Unguarded;

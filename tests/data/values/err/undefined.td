// A name is defined before it is used, also in a class that has no records (ProgRef, "Simple
// values").
def d { int x = nothing; }
class C { string s = gone # "x"; }

def d { int x = nothing; }
class C { string s = gone # "x"; }

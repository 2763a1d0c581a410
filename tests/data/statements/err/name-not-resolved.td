class A<string s> { int x = 1; }
multiclass M<string s = ?> { def s : A<"q">; }
defm d : M<?>;

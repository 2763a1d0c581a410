// `#` on strings, names, numbers and lists; a trailing `#`.
class S<string s> { string v = s; }
defvar n = 3;
def a#n : S<"x"#n>;
def b# : S<"u"#n>;
def c#_#n#_#d : S<"q" # 0x10 # "r">;
def lists { list<int> l = [1] # [2, 3] # []<int>; string t = "a" # "b" # n; }
multiclass M<string p> { def p#NAME : S<NAME#p>; def _#p# : S<p>; }
defm top : M<"in">;

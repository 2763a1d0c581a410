// Faults in loops and choices, in records of classes that are met often.
class H<list<int> xs, int y> { list<int> none = []; list<int> r = !foreach(i, none, !head(!tail(xs))); int k = !div(y, !size(xs)); list<int> q = !foreach(i, xs, !div(i, y)); }
def ok1 : H<[1, 2], 1>; def ok2 : H<[1, 2], 2>; def ok3 : H<[1,2,3], 3>; def ok4 : H<[1,2,3], 4>; def ok5 : H<[5,6], 5>; def ok6 : H<[5,6], 6>;
def bad0 : H<[1], 1>;
def bad1 : H<[1, 2], 0>;
def bad2 : H<[], 1>;
class K<int a> { int v = !cond(!eq(a, 1): 1, !eq(a, 2): 2); list<int> w = !foreach(i, [1, 2, 3], !cond(!lt(i, a): i)); }
def k1 : K<1>; def k2 : K<2>; def k3 : K<3>; def k4 : K<4>; def k5 : K<5>; def k6 : K<6>; def k7 : K<7>;
class P<string n> { list<P> ps = !foreach(s, [n], !cast<P>(s)); int u = ?; list<int> us = !foreach(i, [1, 2], !add(i, u)); list<int> el = !foreach(i, [0, 5], [1, 2][i]); }
def p1 : P<"p1">; def p2 : P<"p1">; def p3 : P<"zz">; def p4 : P<"p2">; def p5 : P<"p2">; def p6 : P<"p9">; def p7 : P<"p2">;
class S<string t, int i> { string c = !substr(t, i); list<string> l = !foreach(x, [t, "abc"], !substr(x, i)); int f = !find(t, "b", i); }
def s1 : S<"abcd", 1>; def s2 : S<"abcd", 9>; def s3 : S<"abcd", 2>; def s4 : S<"abcd", 2>; def s5 : S<"abcd", 0>; def s6 : S<"abcd", 12>; def s7 : S<"abcdef", 5>;

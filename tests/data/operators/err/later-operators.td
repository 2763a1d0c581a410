// Operators of later releases are unknown where an older release was named (ProgRef of 19.1.7, Appendix A).
def op;
def a { list<int> x = !listflatten([[1], [2]]); }
def b { bit x = !match("ab", "a."); }
def c { list<op> x = !instances<op>(); }
def d { int x = !initialized(1); }
def e { int x = !switch(1, 1: 2, 3); }
def f { list<int> x = !sort(i, [2, 1], i); }
def g { string x = !getdagopname((op:$n 1)); }
def h { dag x = !setdagopname((op:$n 1), "m"); }

// `!getdagop` takes a dag, and its result is of the class that is required (ProgRef, Appendix A).
class A;
def a : A;
class B;
def otherClass { B r = !getdagop<B>((a 1)); }
def noClass { int x = !getdagop<int>((a 1)); }
def noDag { A r = !getdagop<A>(5); }

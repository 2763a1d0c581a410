// `!cast` to a class needs a record of that class (ProgRef, Appendix A).
class A;
class B : A;
class C;
def a : A;
class Late<string name> { B found = !cast<B>(name); }
def missingRecord { A r = !cast<A>("nothing"); }
def otherClass { C r = !cast<C>("a"); }
def lateMissingRecord : Late<"nothing">;
def lateOtherClass : Late<"a">;
def subclass { B r = !cast<B>(a); }
def unrelated { C r = !cast<C>(a); }
def stringToInt { int x = !cast<int>("5"); }
def missingClass { A r = !cast<D>("a"); }

// `!exists` asks for a name, which is a string (ProgRef, Appendix A).
class A;
def a : A;
def recordOperand { bit b = !exists<A>(a); }
def intOperand { bit b = !exists<A>(5); }
def unsetOperand { bit b = !exists<A>(?); }
def missingClass { bit b = !exists<Missing>("a"); }

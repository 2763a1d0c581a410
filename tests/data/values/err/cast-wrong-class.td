// A record that a `!cast` names is of the class (ProgRef, Appendix A).
class A;
class B;
def b : B;
def d { A a = !cast<A>("b"); }

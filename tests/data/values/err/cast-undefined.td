// A record that a `!cast` names exists by the time the value is used (ProgRef, Appendix A).
class A;
def d { A a = !cast<A>("later"); }
def later : A;

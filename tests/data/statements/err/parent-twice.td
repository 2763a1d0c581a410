// A record inherits from a class once, be it through another class (ProgRef, "def").
class A;
class B : A;
def throughB : A, B;
def twice : A, A;

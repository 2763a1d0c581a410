def a : Missing;
def b { int x = undefined; string y = 5; }
class C<int n> : AlsoMissing;
def c : C<1>;
def d { C c = a; }

// Errors of the statements before a syntax error come before it, as in the reference; what follows the
// syntax error is not evaluated.
class A { int a = "text"; }
def x : Missing;
def y : A { let a = 1 }
def z : AlsoMissing;

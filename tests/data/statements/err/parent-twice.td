class A;
class B : A;
def d : A, B;

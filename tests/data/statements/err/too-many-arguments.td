class A<int x>;
def d : A<1, 2>;

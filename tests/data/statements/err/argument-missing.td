class A<int x, string s>;
def d : A<1>;

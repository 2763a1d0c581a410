class A<int n> { int v = n; list<int> l = [1]; int e = l[7]; }
def d : A<1>;

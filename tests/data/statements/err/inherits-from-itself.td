// The reference accepts such classes, but nothing can be made of them.
class A : A;
class B;
class C : B { int x = 1; }
class B : C;

// A class does not inherit from itself; the reference accepts it and fails for its records.
class A : A;
class B;
class C : B {
  int x = 1;
}
class B : C;

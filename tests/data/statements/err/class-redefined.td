// A class is defined once (ProgRef, "class").
class A {
  int x = 1;
}
class A {
  int y = 2;
}

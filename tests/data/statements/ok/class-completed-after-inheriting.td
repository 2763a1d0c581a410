// A class that is only declared can be inherited from; who inherits once it is defined has its
// fields.
class Declared;
class Before : Declared;
def b : Before;
class Declared {
  int number = 1;
}
class After : Declared {
  let number = 2;
}
def a : After;

// Who inherits from a class that is only declared gets nothing of what it is defined with later.
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

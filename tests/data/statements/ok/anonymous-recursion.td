// A class whose field makes another record of the class works as a recursive function.
class Factorial<int n> {
  int result = !if(!le(n, 1), 1, !mul(n, Factorial<!sub(n, 1)>.result));
}
def factorial {
  int ofFive = Factorial<5>.result;
}

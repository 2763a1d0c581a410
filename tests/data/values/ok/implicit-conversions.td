// Bits, integers, subclasses and lists of them become values of the type of a field (ProgRef,
// "Types").
class A;
class B : A;
def b : B;
def values {
  bit one = 1;
  int ofBit = one;
  bits<1> ofOneBit = one;
  bit ofBits = ofOneBit;
  int ofSomeBits = 0b101;
  A superclass = b;
  list<A> listOfSuperclass = [b];
}

// Integers are decimal, hexadecimal or binary, with a sign or without (ProgRef, "Literals").
def values {
  int decimal = 42;
  int negative = -42;
  int plus = +7;
  int hexadecimal = 0xFF;
  int binary = 0b1011;
  int ofTrue = true;
  int largest = 0x7fffffffffffffff;
  int allOnes = 0xffffffffffffffff;
}

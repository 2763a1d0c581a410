// A `deftype` is another name of a type (ProgRef, "deftype").
deftype Numbers = list<int>;
deftype Byte = bits<8>;
deftype Bytes = list<Byte>;
class C<Numbers l> {
  Numbers values = l;
}
def c : C<[1, 2]> {
  Byte b = 2;
  Bytes bytes = [b];
}

// A field that mentions another has the value which the record gives to the other (ProgRef,
// "class").
class Twice<int k> {
  int key = k;
  int double = !mul(key, 2);
}
def ofClass : Twice<2>;
def ofRecord : Twice<2> {
  let key = 5;
  int own = double;
}

// `.` selects a field of a record, of a field, or of a class with arguments (ProgRef, "Suffixed
// values").
class P<int n> {
  int v = n;
}
class Q<P p> {
  P held = p;
}
def p : P<1>;
def q : Q<p>;
def values {
  int ofRecord = p.v;
  int ofField = q.held.v;
  int ofClass = P<7>.v;
  list<P> ps = [p];
  int ofElement = ps[0].v;
}

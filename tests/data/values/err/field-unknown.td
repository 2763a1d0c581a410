// A field that `.` selects is there (ProgRef, "Suffixed values").
class A {
  int x = 1;
}
def a : A;
def missing { int y = a.z; }
def ofInt { int w = a.x.q; }

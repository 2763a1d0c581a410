// A parameter that nothing mentions is a warning, after which evaluation goes on.
class A<int used, int unused> {
  int x = used;
}
def a { int y = missing; }

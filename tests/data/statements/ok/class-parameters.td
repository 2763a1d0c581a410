// A parameter without an argument has its default, which may mention parameters before it (ProgRef,
// "class").
class Named<string n, int k = 3, string full = n # k> {
  string name = n;
  int key = k;
  string fullName = full;
}
def defaults : Named<"one">;
def given : Named<"two", 2>;
def all : Named<"three", 3, "full">;

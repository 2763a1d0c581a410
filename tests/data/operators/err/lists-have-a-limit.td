// A list that an operator makes has a limit, also in the body of a loop that does not run: the list does
// not depend on the loop, and is made before.
class C<int n, list<int> none> {
  list<int> sizes = !foreach(x, none, !add(x, !size(!range(0, n))));
}
def c : C<100000000, []>;
defvar many = !listsplat(0, 9000000);
def flat { list<int> l = !listflatten([many, many]); }

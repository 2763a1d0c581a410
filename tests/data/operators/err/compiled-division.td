// Expressions of a class that many records have are compiled; a compiled `!div`, `!head` or `!tail`
// fails as others do, and one in a loop over an empty list does not.
class H<list<int> xs, int y> {
  list<int> none = [];
  list<int> r = !foreach(i, none, !head(!tail(xs)));
  int k = !div(y, !size(xs));
  list<int> q = !foreach(i, xs, !div(i, y));
}
def ok1 : H<[1, 2], 1>;
def ok2 : H<[1, 2], 2>;
def ok3 : H<[1, 2, 3], 3>;
def ok4 : H<[1, 2, 3], 4>;
def ok5 : H<[5, 6], 5>;
def ok6 : H<[5, 6], 6>;
def headOfEmpty : H<[1], 1>;
def byZero : H<[1, 2], 0>;
def tailOfEmpty : H<[], 1>;

// ARGS: --release 23
// `let append` and `let prepend` join a value to that of a field; a field without a value gets it. The
// two words are names of fields elsewhere (ProgRef, "Record Bodies").
def op;
class Base {
  list<int> items = [1];
  string text = "b";
  code body = [{b}];
  dag d = (op 1:$x);
  list<int> unset;
  list<int> append = [5];
}
class Late<list<int> l> : Base {
  let append items = l;
  let prepend items = [0];
}
def late : Late<[2, 3]>;
def body : Base {
  let append text = "c";
  let prepend body = "a";
  let append d = (op 2:$y);
  let append unset = [1];
  let prepend append = [4];
  let append append = [6];
}
multiclass M<list<int> l> {
  let append items = l in
    def inner : Base { let append items = [2]; }
}
let prepend text = "a", append text = "c", append items = [9] in {
  let append = [7] in
    def outer : Base;
  defm outer : M<[3]>;
}

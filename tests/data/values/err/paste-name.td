// After `#`, only fields, arguments and local variables have values: a suffix of another name gets a note.
class R { int x = 1; }
def r : R;
defvar names = ["a", "b"];
defvar pasted = "b" # names[0];
defvar of_record = "b" # r.x;
def local {
  list<string> words = ["a"];
  string one = "b" # words[0];
}

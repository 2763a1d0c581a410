// `#` joins strings; a list stays open beside a string. The note has the type and the operators for one or all elements.
def slices {
  list<string> names = ["a", "b"];
  string one = "x" # names[0];
  string some = "x" # names[0, 1];
  string more = "x" # "y" # names[0...1];
}

// The name of a record is a string that is known (ProgRef, "def").
class A<string s> {
  string t = s;
}
multiclass M<string s = ?> {
  def s : A<"q">;
}
defm d : M<?>;

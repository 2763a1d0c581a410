// ARGS: --print-detailed-records
defvar width = 8;

class Register<int n> {
  int Number = n;
  field string Note;
}

def SP : Register<!sub(width, 1)> {
  let Note = "stack";
}

multiclass Pair<int n> {
  def _lo : Register<n>;
}
defm A : Pair<0>;

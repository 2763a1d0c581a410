// `#` puts the name of a record together, where a trailing one adds nothing (ProgRef, "The paste
// operator").
class S<string s> {
  string v = s;
}
defvar n = 3;
foreach i = [1] in
  def a#i : S<"loop">;
def a#n : S<"variables are not known in names">;
def b# : S<"trailing">;
def c#_#n#_#d : S<"several">;

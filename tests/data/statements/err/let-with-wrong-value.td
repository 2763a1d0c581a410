// A `let` whose value cannot be set gives up all of its body: names of the body are taken as known,
// so that their use is no further error.
class A {
  int x = 0;
  int y = 0;
}
let y = "three" in {
  def WrongType : A;
  defvar four = 4;
  def Another : A { let z = four; }
}
let x = unknown, y = 5 in {
  let y = 6 in
    def Poisoned : A { let z = 1; }
  class AlsoPoisoned;
}
def OutOfBlock : A { let x = four; }
def User : AlsoPoisoned;
def Reader : A { let x = Poisoned.x; }

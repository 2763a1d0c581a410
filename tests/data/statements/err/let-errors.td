// A fault within a `let` gives up the statement that it is in; what stands beside it is evaluated.
class A { int x = 0; int y = 0; }

let x = 1 in {
  defvar two = 2;
  def Wrong : Missing;
  def Right : A { let y = two; }
  let y = "three" in {
    def WrongType : A;
    defvar four = 4;
    def Another : A { let z = four; }
  }
  // The variable of the block that ended is not known here.
  def OutOfBlock : A { let x = four; }
}

// The fields cannot be set, so that nothing within is evaluated, and nobody asks for its names.
let x = unknown, y = 5 in {
  let y = 6 in
    def Poisoned : A { let z = 1; }
  class AlsoPoisoned;
}
def User : AlsoPoisoned;
def Reader : A { let x = Poisoned.x; }

// What was set there is not in force any more.
let y = 7 in let x = Right.y in
  def Last : A { assert !eq(!add(x, y), 0), "they are " # x # " and " # y; }
assert !eq(two, 2), "the variable of a block";

// ARGS: --release 24
// Arms behind the first condition that is known to be true are not resolved: they make no records and raise no errors.
class Part<int number> {
  int n = number;
}
class Choice<bit first, int number> {
  Part part = !cond(first: Part<number>, true: Part<!add(number, 1)>);
  Part by_number = !switch(number, 1: Part<10>, 2: Part<20>, Part<30>);
  int quotient = !cond(first: 1, true: !div(number, !if(first, 0, 2)));
}
def first : Choice<1, 1>;
def second : Choice<0, 2>;

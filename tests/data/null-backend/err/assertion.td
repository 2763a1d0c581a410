// ARGS: --null-backend
class Even<int n> {
  assert !eq(!and(n, 1), 0), "not even: " # n;
}
def two : Even<2>;
def three : Even<3>;

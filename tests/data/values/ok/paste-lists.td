// `#` joins lists (ProgRef, "The paste operator").
class L<list<int> l> {
  list<int> all = [0] # l;
}
def values : L<[7]> {
  list<int> lists = [1] # [2, 3] # []<int>;
}

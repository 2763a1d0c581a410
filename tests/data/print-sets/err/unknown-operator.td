// ARGS: --print-sets
class Set<dag elements> {
  dag Elements = elements;
}
def union;
def S : Set<(union)>;

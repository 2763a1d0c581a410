// `!listremove` compares what is known when both of its lists are. In an anonymous record parameters
// are known before fields, so the field stays in the list though it turns out to be in the other.
class Left<list<int> taken> {
  int num = 0;
  list<int> left = !listremove([num, 1], taken);
}
def d {
  list<int> v = Left<[0, 1]>.left;
}

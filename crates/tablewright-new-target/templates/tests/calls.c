// Calls: variadic functions, structures as arguments and results, arguments on the stack, pairs, pointers to functions.
typedef __builtin_va_list va_list;
void put(int);
#define OUTLINE __attribute__((noinline))
struct Pair { int x, y; };
struct Big { int a[8]; };
struct Wide { long long v; char c; };
int answer = 42;
OUTLINE int sum(int n, ...) {
  va_list list;
  int s = 0;
  __builtin_va_start(list, n);
  while (n--)
    s += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return s;
}
OUTLINE long long sum_wide(int n, ...) {
  va_list list;
  long long s = 0;
  __builtin_va_start(list, n);
  while (n--)
    s = s * 3 + __builtin_va_arg(list, long long);
  __builtin_va_end(list);
  return s;
}
OUTLINE struct Pair make_pair(int a) { struct Pair p = {a, answer}; return p; }
OUTLINE struct Big make_big(int a) {
  struct Big b;
  for (int i = 0; i < 8; i++)
    b.a[i] = a * i;
  return b;
}
OUTLINE struct Wide make_wide(long long v) { struct Wide w = {v + 1, 7}; return w; }
OUTLINE int take_big(struct Big b, int k) { b.a[0] = k; return b.a[k] + b.a[3] + b.a[0]; }
OUTLINE int take_pair(int before, struct Pair p, int after) { return before * 100 + p.x * 10 + p.y + after; }
OUTLINE int many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l) {
  return a + b * 2 + c * 3 + d * 5 + e * 7 - f * 11 + g * 13 - h * 17 + i * 19 - j * 23 + k * 29 - l * 31;
}
OUTLINE long long mixed(int a, long long b, int c, long long d, int e, long long f) { return a + b * 2 + c - d + e * f; }
OUTLINE int small(signed char a, unsigned char b, short c, unsigned short d, _Bool e) { return a + b + c + d + e; }
OUTLINE signed char narrow(int a) { return (signed char)a; }
OUTLINE unsigned short narrow_unsigned(int a) { return (unsigned short)a; }
OUTLINE int apply(int (*f)(int), int a) { return f(a) + 1; }
OUTLINE int twice(int a) { return a * 2; }
OUTLINE int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static void put_wide(long long v) {
  put((int)v);
  put((int)(v >> 32));
}
int main(void) {
  put(sum(0));
  put(sum(5, 10, 20, 30, -7, 1000));
  put(sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  put_wide(sum_wide(3, 1LL, 0x123456789LL, -5LL));
  struct Pair p = make_pair(4);
  put(p.x + p.y);
  struct Big b = make_big(3);
  put(b.a[7]);
  put(take_big(b, 3));
  put(take_big(make_big(5), 5));
  put(b.a[0]);
  put(make_wide(99).c);
  put_wide(make_wide(0x100000000LL).v);
  put(take_pair(1, make_pair(2), 3));
  put(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  put_wide(mixed(1, 2, 3, 4, 5, 0x600000000LL));
  put(small(-100, 200, -3000, 60000, 1));
  put(narrow(200));
  put(narrow_unsigned(-1));
  put(apply(twice, 20));
  put(apply(fib, 10));
  return 0;
}

// Frames: variables of any size, arrays of variable size, saved registers, addresses far from the stack pointer.
void put(int);
#define OUTLINE __attribute__((noinline))
OUTLINE void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int v = a[i], j = i;
    while (j > 0 && a[j - 1] > v) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = v;
  }
}
OUTLINE int many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
  return a + b * 2 + c * 3 + d * 4 + e * 5 - f - g - h - i - j;
}
OUTLINE int variable(int n) {
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = (i * 7919) % 31;
  sort(a, n);
  put(a[0]);
  return a[n - 1] + many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
}
OUTLINE int variable_in_loop(int n) {
  int s = 0;
  for (int i = 1; i <= n; i++) {
    char *p = __builtin_alloca(i * 3);
    p[0] = (char)i;
    p[i * 3 - 1] = 1;
    s += p[0] + p[i * 3 - 1];
  }
  return s;
}
OUTLINE int large(int n) {
  int a[12000];
  for (int i = 0; i < n; i++)
    a[i * 100] = n - i;
  put(a[500]);
  return a[(n - 1) * 100];
}
OUTLINE int large_and_variable(int n) {
  volatile int a[12000];
  volatile char *p = __builtin_alloca(n);
  a[n * 100] = n;
  p[n - 1] = 3;
  return a[n * 100] + p[n - 1];
}
OUTLINE int live(int a, int b) {
  int c = a * b, d = a - b, e = a ^ b, f = a | b, g = a & b, h = a << 1, i = b << 2, j = a + 7, k = b - 9;
  put(c);
  put(d + e);
  return c + d * 2 + e * 3 + f * 5 + g * 7 + h * 11 + i * 13 + j * 17 + k * 19;
}
OUTLINE char *copy(char *d, const char *s) {
  char *r = d;
  while ((*d++ = *s++)) {
  }
  return r;
}
OUTLINE int aligned(int n) {
  int v __attribute__((aligned(8))) = n;
  int *volatile p = &v;
  return *p + (int)((__UINTPTR_TYPE__)p & 7);
}
int main(void) {
  put(variable(20));
  put(variable(1));
  put(variable_in_loop(9));
  put(large(100) + large_and_variable(77));
  put(live(1234, -77));
  char text[16];
  put(copy(text, "frames")[4]);
  put(aligned(5));
  return 0;
}

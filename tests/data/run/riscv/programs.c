// Thirty functions without arguments. `programs.txt` has their results on the host.
//
//   clang-19 --target=riscv32 -march=rv32im -mabi=ilp32 -O1 -fwrapv -fno-builtin -ffreestanding \
//     -mno-relax -c programs.c -o rv32im.o
//   clang-19 --target=riscv64 -march=rv64im -mabi=lp64 … -o rv64im.o
//
// `put` prints a number; the tests have it in both places.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

void put(int number);

#define NOINLINE __attribute__((noinline))

static NOINLINE int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int p01(void) { return fib(15); }

static NOINLINE u32 gcd(u32 a, u32 b) { while (b) { u32 t = a % b; a = b; b = t; } return a; }
int p02(void) { return gcd(1071, 462) * 1000 + gcd(17, 3000000000u); }

static u8 sieve[1000];
int p03(void) {
  int count = 0;
  for (int i = 2; i < 1000; i++) {
    if (sieve[i]) continue;
    count++;
    for (int j = i * 2; j < 1000; j += i) sieve[j] = 1;
  }
  return count;
}

static int numbers[12] = {5, -3, 99, 0, 42, -77, 8, 8, 1000000, -5, 3, 1};
int p04(void) {
  for (int i = 1; i < 12; i++) {
    int value = numbers[i], j = i;
    for (; j > 0 && numbers[j - 1] > value; j--) numbers[j] = numbers[j - 1];
    numbers[j] = value;
  }
  int hash = 0;
  for (int i = 0; i < 12; i++) hash = hash * 31 + numbers[i];
  return hash;
}

static NOINLINE int search(const int *sorted, int count, int key) {
  int low = 0, high = count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < key) low = middle + 1; else high = middle;
  }
  return low;
}
static const int squares[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
int p05(void) { return search(squares, 10, 36) * 100 + search(squares, 10, 50); }

int p06(void) {
  u32 crc = ~0u;
  for (const char *p = "123456789"; *p; p++) {
    crc ^= (u8)*p;
    for (int k = 0; k < 8; k++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return (int)~crc;
}

static NOINLINE int length(const char *text) { int n = 0; while (text[n]) n++; return n; }
int p07(void) {
  char text[] = "stressed desserts!";
  int n = length(text), hash = 0;
  for (int i = 0; i < n / 2; i++) { char c = text[i]; text[i] = text[n - 1 - i]; text[n - 1 - i] = c; }
  for (int i = 0; i < n; i++) hash = hash * 33 + text[i];
  return hash;
}

int p08(void) {
  int a[4][4], b[4][4], trace = 0;
  for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) { a[i][j] = i - j * 3; b[i][j] = i * j + 1; }
  for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) {
    int sum = 0;
    for (int k = 0; k < 4; k++) sum += a[i][k] * b[k][j];
    trace = trace * 7 + sum;
  }
  return trace;
}

int p09(void) { int steps = 0; for (u32 n = 27; n != 1; steps++) n = n & 1 ? 3 * n + 1 : n / 2; return steps; }

static NOINLINE int bits(u32 x) { int n = 0; for (; x; x &= x - 1) n++; return n; }
int p10(void) { return bits(0xdeadbeef) * 100 + bits(1u << 31); }

static NOINLINE u32 reversed(u32 x) { u32 r = 0; for (int i = 0; i < 32; i++) r = r << 1 | (x >> i & 1); return r; }
int p11(void) { return (int)reversed(0x12345678); }

static NOINLINE int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
int p12(void) { return ackermann(2, 5); }

static int moves;
static NOINLINE void hanoi(int n, int from, int to, int by) {
  if (!n) return;
  hanoi(n - 1, from, by, to);
  moves = moves * 3 + from - to;
  hanoi(n - 1, by, to, from);
}
int p13(void) { hanoi(6, 0, 2, 1); return moves; }

static NOINLINE u64 product(u64 a, u64 b) { return a * b + 1; }
int p14(void) { u64 p = product(123456789012345ull, 987654321ull); return (int)(p ^ p >> 32); }

static NOINLINE int quotient(int a, int b) { return a / b * 1000 + a % b; }
int p15(void) { return quotient(-17, 5) + quotient(17, -5) * 3 + quotient(-17, -5) * 7; }

struct point { int x, y; };
static NOINLINE struct point turned(struct point p) { struct point q = {-p.y, p.x}; return q; }
int p16(void) { struct point p = {3, 4}; for (int i = 0; i < 5; i++) { p = turned(p); p.x += i; } return p.x * 100 + p.y; }

static int twice(int x) { return 2 * x; }
static int plus(int x) { return x + 5; }
static int (*const steps[3])(int) = {twice, plus, fib};
int p17(void) { int x = 3; for (int i = 0; i < 3; i++) x = steps[i](x); return x; }

static NOINLINE int chosen(int x) {
  switch (x) {
  case 0: return 3;
  case 1: return -7;
  case 2: put(x); return 8;
  case 3: return 1000;
  case 4: return 77;
  case 5: return x * x;
  case 6: put(-x); return 0;
  default: return -1;
  }
}
int p18(void) { int hash = 0; for (int i = -1; i < 8; i++) hash = hash * 11 + chosen(i); return hash; }

static int is_odd(int n);
static NOINLINE int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static NOINLINE int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
int p19(void) { return is_even(20) * 10 + is_odd(20); }

static NOINLINE u64 shifted(u64 x, int n) { return x << n ^ x >> (64 - n); }
int p20(void) { u64 x = shifted(0x123456789abcdefull, 13) + shifted(5, 40); return (int)(x ^ x >> 32); }

static NOINLINE int compared(int a, int b, u32 c, u32 d) {
  return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5
    | (c < d) << 6 | (c <= d) << 7 | (c > d) << 8 | (c >= d) << 9;
}
int p21(void) { return compared(-1, 1, -1, 1) + compared(5, 5, 5, 5) * 3 + compared(7, -7, 7, 8) * 5; }

static NOINLINE void copied(char *to, const char *from, int n) { while (n--) *to++ = *from++; }
int p22(void) { signed char a[32], b[32]; for (int i = 0; i < 32; i++) a[i] = i * i; copied((char *)b + 3, (char *)a, 29); int s = 0; for (int i = 3; i < 32; i++) s += b[i] * i; return s; }

struct node { int value; struct node *next; };
static struct node nodes[20];
int p23(void) {
  struct node *list = 0;
  for (int i = 0; i < 20; i++) { nodes[i].value = i * i - 50; nodes[i].next = list; list = &nodes[i]; }
  int sum = 0, place = 1;
  for (struct node *p = list; p; p = p->next) sum += p->value * place++;
  return sum;
}

int p24(void) {
  const char *a = "kitten in the kitchen", *b = "sitting on the bench";
  static short best[32][32];
  int n = length(a), m = length(b);
  for (int i = 1; i <= n; i++) for (int j = 1; j <= m; j++) {
    short x = best[i - 1][j], y = best[i][j - 1];
    best[i][j] = a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1 : x > y ? x : y;
  }
  return best[n][m];
}

int p25(void) { u32 state = 0xace1; for (int i = 0; i < 1000; i++) state = state >> 1 ^ (-(state & 1) & 0xb400u); return state; }

static NOINLINE u32 root(u32 x) { u32 r = 0; for (u32 bit = 1u << 30; bit; bit >>= 2) { if (x >= r + bit) { x -= r + bit; r = r / 2 + bit; } else r /= 2; } return r; }
int p26(void) { return root(2000000000u) + root(10) * 100000; }

static NOINLINE void quicksort(int *a, int low, int high) {
  if (low >= high) return;
  int pivot = a[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (a[i] < pivot) i++;
    while (a[j] > pivot) j--;
    if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; }
  }
  quicksort(a, low, j);
  quicksort(a, i, high);
}
int p27(void) {
  int a[60], hash = 0;
  u32 seed = 1;
  for (int i = 0; i < 60; i++) { seed = seed * 1103515245u + 12345u; a[i] = (int)(seed >> 8) - 5000000; }
  quicksort(a, 0, 59);
  for (int i = 0; i < 60; i++) hash = hash * 5 + a[i];
  return hash;
}

static NOINLINE int queens(int n, u32 columns, u32 left, u32 right) {
  u32 all = (1u << n) - 1, free = all & ~(columns | left | right);
  int count = columns == all;
  for (; free; free &= free - 1) { u32 bit = free & -free; count += queens(n, columns | bit, (left | bit) << 1, (right | bit) >> 1); }
  return count;
}
int p28(void) { return queens(6, 0, 0, 0); }

static int total(int n, ...) { __builtin_va_list ap; int s = 0; __builtin_va_start(ap, n); while (n--) s = s * 3 + __builtin_va_arg(ap, int); __builtin_va_end(ap); return s; }
int p29(void) { return total(10, 1, -2, 3, -4, 5, -6, 7, -8, 9, -10); }

static NOINLINE int many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) { return a + b * 2 - c * 3 + d * 4 - e * 5 + f * 6 - g * 7 + h * 8 - i * 9 + j * 10; }
static volatile signed char small = -100;
static volatile unsigned short wide = 65000;
int p30(void) { small += wide; return many(1, 2, 3, 4, 5, 6, 7, 8, 9, small) + (small > wide); }

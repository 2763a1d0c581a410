// Numbers: arithmetic, comparisons, constants, memory of all widths, switches.
void put(int);
#define OUTLINE __attribute__((noinline))
int answer = 42, table[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
const signed char bytes[4] = {-1, 2, -3, 4};
const unsigned short halves[4] = {65535, 2, 32768, 4};
OUTLINE unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}
OUTLINE long long product(long long a, long long b) { return a * b + 1; }
OUTLINE int choose(int x) {
  switch (x) {
  case 0: put(1); return 3;
  case 1: return 7;
  case 2: put(9); return 8;
  case 3: return answer;
  case 4: return table[x];
  case 5: put(11); return x;
  default: return -1;
  }
}
OUTLINE int compare(int a, int b, unsigned c, unsigned d) {
  return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 | (c < d) << 6 |
         (c <= d) << 7 | (c > d) << 8 | (c >= d) << 9;
}
OUTLINE int compare_wide(long long a, long long b) {
  return (a < b) | (a <= b) << 1 | (a == b) << 2 | ((unsigned long long)a < (unsigned long long)b) << 3;
}
OUTLINE int branch(int a, int b, unsigned c, unsigned d) {
  int r = 0;
  if (a < b) { put(1); r += 1; }
  if (a <= b) { put(2); r += 2; }
  if (a > b) { put(3); r += 4; }
  if (a >= b) { put(4); r += 8; }
  if (c < d) { put(5); r += 16; }
  if (c <= d) { put(6); r += 32; }
  if (c > d) { put(7); r += 64; }
  if (c >= d) { put(8); r += 128; }
  if (a == b) { put(9); r += 256; }
  if (a != b) { put(10); r += 512; }
  return r;
}
OUTLINE int select(int a, int b, int x, int y) { return (a < b ? x : y) + (a == b ? y : x) * 3; }
OUTLINE int constants(int a) { return a + (a ? 0x10000 : -40000) + 0x12345678 + (a > 1 ? 0x7fff8000 : -1); }
OUTLINE unsigned long long shift(unsigned long long a, int n) { return (a << n) ^ (a >> 3); }
OUTLINE long long shift_signed(long long a, int n) { return (a >> n) + (int)a; }
OUTLINE int shifts(int a, int n) { return (a << n) ^ (a >> n) ^ (int)((unsigned)a >> n); }
OUTLINE int bits(unsigned x) {
  return __builtin_clz(x | 1) * 1000 + __builtin_ctz(x | 256) * 10 + __builtin_popcount(x) + (int)__builtin_bswap32(x);
}
OUTLINE unsigned crc(const unsigned char *p, int n) {
  unsigned c = ~0u;
  while (n--) {
    c ^= *p++;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
  }
  return ~c;
}
OUTLINE int memory(short *p, signed char *q, unsigned char *u, unsigned short *h) {
  *h = (unsigned short)(*p * 3);
  *q = (signed char)(*q - 100);
  return *p + *q + *u + *h;
}
int main(void) {
  put((int)gcd(1071, 462));
  long long m = product(-123456789LL, 987654321LL);
  put((int)m);
  put((int)(m >> 32));
  for (int i = -1; i < 7; i++)
    put(choose(i));
  put(compare(-1, 1, -1, 1));
  put(compare(5, 5, 5, 5));
  put(compare(7, -7, 7, 8));
  put(compare_wide(-1, 1));
  put(compare_wide(1LL << 40, 1));
  put(branch(-1, 1, -1, 1));
  put(branch(3, 3, 3, 3));
  put(branch(9, -9, 1, 2));
  put(select(1, 2, 10, 20));
  put(select(2, 2, 10, 20));
  put(constants(0));
  put(constants(7));
  unsigned long long w = shift(0x123456789abcdefULL, 13);
  put((int)w);
  put((int)(w >> 32));
  w = shift(5, 40);
  put((int)(w >> 32));
  put((int)shift_signed(-0x123456789abLL, 35));
  put(shifts(-123456, 5));
  put(bits(0x00f00ba4));
  put((int)crc((const unsigned char *)"123456789", 9));
  put(-17 / 5 + answer);
  put(-17 % (answer - 37));
  put((int)(3000000000u / (unsigned)(answer - 40)));
  put((-1000000 * answer) / 13);
  short s = -3;
  signed char c = -100;
  unsigned char u = 200;
  unsigned short h = 0;
  put(memory(&s, &c, &u, &h));
  put(bytes[answer & 3] + halves[(answer & 1) + 2]);
  return 0;
}

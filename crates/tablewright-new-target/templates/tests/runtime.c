// Functions that the compiler calls for operations without an instruction.
typedef unsigned int u32;
typedef unsigned long long u64;
u32 __udivsi3(u32 a, u32 b) {
  u32 q = 0, r = 0;
  for (int i = 31; i >= 0; i--) {
    r = r << 1 | (a >> i & 1);
    if (r >= b) {
      r -= b;
      q |= 1u << i;
    }
  }
  return q;
}
u32 __umodsi3(u32 a, u32 b) {
  u32 r = 0;
  for (int i = 31; i >= 0; i--) {
    r = r << 1 | (a >> i & 1);
    if (r >= b)
      r -= b;
  }
  return r;
}
int __divsi3(int a, int b) {
  u32 q = __udivsi3(a < 0 ? -(u32)a : (u32)a, b < 0 ? -(u32)b : (u32)b);
  return (int)((a < 0) != (b < 0) ? -q : q);
}
int __modsi3(int a, int b) {
  u32 r = __umodsi3(a < 0 ? -(u32)a : (u32)a, b < 0 ? -(u32)b : (u32)b);
  return (int)(a < 0 ? -r : r);
}
int __mulsi3(int a, int b) {
  u32 x = a, y = b, r = 0;
  while (y) {
    if (y & 1)
      r += x;
    x <<= 1;
    y >>= 1;
  }
  return (int)r;
}
long long __muldi3(long long a, long long b) {
  u64 x = a, y = b, r = 0;
  while (y) {
    if (y & 1)
      r += x;
    x = x + x;
    y = y >> 1;
  }
  return (long long)r;
}
union halves {
  u64 whole;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  struct { u32 high, low; } part;
#else
  struct { u32 low, high; } part;
#endif
};
u64 __ashldi3(u64 a, int n) {
  union halves v = {a};
  u32 l = v.part.low, h = v.part.high;
  if (n & 32) {
    h = l << (n & 31);
    l = 0;
  } else if (n) {
    h = h << n | l >> (32 - n);
    l <<= n;
  }
  v.part.low = l;
  v.part.high = h;
  return v.whole;
}
u64 __lshrdi3(u64 a, int n) {
  union halves v = {a};
  u32 l = v.part.low, h = v.part.high;
  if (n & 32) {
    l = h >> (n & 31);
    h = 0;
  } else if (n) {
    l = l >> n | h << (32 - n);
    h >>= n;
  }
  v.part.low = l;
  v.part.high = h;
  return v.whole;
}
long long __ashrdi3(long long a, int n) {
  u64 sign = a < 0 ? ~0ull : 0;
  return (long long)(__lshrdi3((u64)a ^ sign, n) ^ sign);
}
u64 __udivdi3(u64 a, u64 b) {
  u64 q = 0, r = 0;
  for (int i = 63; i >= 0; i--) {
    r = r << 1 | (a >> i & 1);
    if (r >= b) {
      r -= b;
      q |= 1ull << i;
    }
  }
  return q;
}
u64 __umoddi3(u64 a, u64 b) { return a - __udivdi3(a, b) * b; }
long long __divdi3(long long a, long long b) {
  u64 q = __udivdi3(a < 0 ? -(u64)a : (u64)a, b < 0 ? -(u64)b : (u64)b);
  return (long long)((a < 0) != (b < 0) ? -q : q);
}
long long __moddi3(long long a, long long b) { return a - __divdi3(a, b) * b; }
int __clzsi2(u32 a) {
  int n = 0;
  for (; !(a >> 31); a <<= 1)
    n++;
  return n;
}
void *memset(void *d, int c, __SIZE_TYPE__ n) {
  volatile char *p = d;
  while (n--)
    *p++ = (char)c;
  return d;
}
void *memcpy(void *d, const void *s, __SIZE_TYPE__ n) {
  volatile char *p = d;
  const char *q = s;
  while (n--)
    *p++ = *q++;
  return d;
}

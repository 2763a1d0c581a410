// Branches over many instructions.
void put(int);
#define OUTLINE __attribute__((noinline))
#define STEP x = (x ^ 0x1357) * 3 + y; y = (y + x) ^ 0x2468;
#define STEPS8 STEP STEP STEP STEP STEP STEP STEP STEP
#define STEPS64 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8
#define STEPS512 STEPS64 STEPS64 STEPS64 STEPS64 STEPS64 STEPS64 STEPS64 STEPS64
OUTLINE unsigned far(unsigned x, unsigned n) {
  unsigned y = 1;
  do {
    if (x & 1) {
      STEPS512
    } else {
      x += 3;
    }
  } while (--n);
  return x + y;
}
int main(void) {
  put((int)far(1, 3));
  put((int)far(2, 4));
  return 0;
}

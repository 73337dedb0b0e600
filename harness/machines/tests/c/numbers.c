// Integer and floating-point arithmetic of every width.
typedef long long i64;
typedef unsigned long long u64;
int add(int a, int b) { return a + b; }
int shifts(int a, unsigned b) { return (a << 3) ^ (a >> 5) ^ (int)(b >> 7) ^ (a << (b & 31)); }
i64 wide(i64 a, i64 b) { return a * b + (a >> 3) - (b << 7); }
u64 divide(u64 a, u64 b) { return a / b + a % b; }
int small(int a, int b) { return a / b - a % b + (a * 1000003); }
unsigned rotate(unsigned x, int n) { return x << n | x >> (32 - n); }
float single(float a, float b) { return a * b + a / b - 1.5f; }
double twice(double a, double b) { return a * b + a / b - 2.25e10; }
float narrow(double x) { return (float)x; }
int to_int(float x) { return (int)x; }
double from_int(int x, unsigned y, i64 z) { return x + (double)y + (double)z; }
int compare(float a, float b, double c, double d) { return (a < b) + (a == b) * 2 + (c >= d) * 4 + (c != d) * 8; }
int constants(void) { return 0x12345678 ^ -1 ^ 65535 ^ -32768; }
i64 big(void) { return 0x123456789abcdef0ll; }
signed char sc(int x) { return (signed char)x; }
unsigned short us(int x) { return (unsigned short)(x * 3); }
_Bool truth(int x) { return x; }
int minimum(int a, int b, int c) { int m = a < b ? a : b; return m < c ? m : c; }

typedef unsigned char u8; typedef unsigned int u32; typedef unsigned long size_t;
int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
void *copy(void *to, const void *from, size_t n) { u8 *t = to; const u8 *f = from; while (n--) *t++ = *f++; return to; }
size_t len(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
int cmp(const void *a, const void *b, size_t n) { const u8 *x = a, *y = b; for (; n; n--, x++, y++) if (*x != *y) return *x - *y; return 0; }
u32 crc(const u8 *p, size_t n, u32 c) { c = ~c; while (n--) { c ^= *p++; for (int i = 0; i < 8; i++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1; } return ~c; }
void sort(int *v, int n, int (*less)(int, int)) { for (int i = 1; i < n; i++) { int x = v[i], j = i; while (j > 0 && less(x, v[j - 1])) { v[j] = v[j - 1]; j--; } v[j] = x; } }
double dot(const double *a, const double *b, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
struct point { short x; char c; int y; }; 
struct point move(struct point p, short dx) { p.x += dx; p.y = -p.y; return p; }
struct big { long a[5]; };
struct big rot(struct big b, int k) { struct big r; for (int i = 0; i < 5; i++) r.a[i] = b.a[(unsigned)(i + k) % 5]; return r; }
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int counter; int count(int by) { counter += by; return counter; }
char narrow(char a, unsigned short b, signed char c, _Bool d) { return d ? a + b : a - c; }
u32 divs(u32 a, u32 b) { return b ? a / b + a % b : 0; }
void vla(int n, char *out) { volatile char t[n + 1]; for (int i = 0; i <= n; i++) t[i] = i; for (int i = 0; i < n; i++) out[i] = t[n - i]; }
int sw(int k) { switch (k) { case 0: return 3; case 1: return 17; case 2: return 5; case 3: return 99; case 4: return 23; case 700: return 1; default: return k; } }
float mix(float a, double b, int c, float d) { return a * (float)b + c - d; }

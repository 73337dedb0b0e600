// Complex numbers, atomics-free builtins and odd result types.
_Complex float cf(_Complex float a, _Complex float b) { return a * b; }
_Complex double cd(_Complex double a) { return a + 1; }
_Complex int ci(int a, int b) { _Complex int r; __real__ r = a; __imag__ r = b; return r; }
long double ld(long double a) { return a * 2; }
int count(unsigned x) { return __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctz(x); }
unsigned swap(unsigned x) { return __builtin_bswap32(x); }
int overflow(int a, int b, int *r) { return __builtin_add_overflow(a, b, r); }
typedef int vector __attribute__((vector_size(8)));
vector v(vector a, vector b) { return a + b; }
enum color { red, green = 1000, blue = -1 } pick(enum color c) { return c == red ? green : blue; }
void nothing(void) {}
int unreachable(int x) { if (x > 3) __builtin_trap(); return x; }

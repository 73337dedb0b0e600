// Frames: large ones, many registers, stack arguments, alloca, recursion.
extern void use(void *, ...);
extern int opaque(int);
int many(int a, int b, int c, int d, int e, int f, int g, int h) { return a - b + c - d + e - f + g - h; }
int calls(int x) { return many(x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7) + many(1, 2, 3, 4, 5, 6, 7, 8); }
int pressure(int a, int b) {
    int c = opaque(a), d = opaque(b), e = opaque(c), f = opaque(d), g = opaque(e), h = opaque(f);
    int i = opaque(g), j = opaque(h), k = opaque(i), l = opaque(j), m = opaque(k), n = opaque(l);
    return a + b * c + d * e + f * g + h * i + j * k + l * m + n + opaque(a * n) + b;
}
int large(int x) { int space[3000]; use(space, x); return space[x] + space[2999]; }
int medium(int x) { char space[700]; use(space); return space[x]; }
int dynamic(int n) { char *p = __builtin_alloca(n); use(p, n); return p[n - 1]; }
int recursive(int n) { return n < 2 ? n : recursive(n - 1) + recursive(n - 2); }
void *caller(void) { return __builtin_return_address(0); }
int wide_stack(long long a, long long b, int c, long long d, double e) { return (int)(a + b + c + d) + (int)e; }

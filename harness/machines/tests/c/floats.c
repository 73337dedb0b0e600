// Code that switches the mode of the floating-point unit.
extern float helper(float);
float polynomial(float x) { return ((1.5f * x + 2.25f) * x - 0.125f) * x + 7.0f; }
float dot(const float *a, const float *b, int n) { float s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
int interleaved(float a, int b) { int c = (int)(a * 2.0f) * b; return c * b + (int)helper(a + b); }
float conversions(int a, unsigned b, short c, unsigned char d) { return (float)a + (float)b - (float)c * (float)d; }
int order(float a, float b) { return a > b ? 1 : a < b ? -1 : a == b ? 0 : 2; }
float select(float a, float b, int c) { return c ? a : -b; }
float absolute(float a) { return __builtin_fabsf(a); }
unsigned to_unsigned(float a) { return (unsigned)a; }
long long to_wide(float a) { return (long long)a; }
void scale(float *p, int n, float f) { while (n-- > 0) *p++ *= f; }
int integer_products(int a, int b, int c) { return a * b * c + a * c - b * 17; }

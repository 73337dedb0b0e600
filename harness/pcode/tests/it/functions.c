/* Functions that read 256 bytes and write 256 bytes. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef long i64;
typedef __SIZE_TYPE__ size_t;
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef int v4i __attribute__((vector_size(16)));
typedef short v8s __attribute__((vector_size(16)));
typedef u8 v16b __attribute__((vector_size(16)));
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
#define FAR __attribute__((noinline, noclone))
#define TEST(name) void name(const u8 *in, u8 *out)
#define GET(type, at) (*(const type *)(in + (at)))
#define PUT(type, at) (*(type *)(out + (at)))

TEST(t_integers) {
    for (int i = 0; i < 16; i++) {
        int a = GET(int, i * 4), b = GET(int, 64 + i * 4);
        PUT(int, i * 4) = (a + b) ^ (a - b * 3) ^ (a << (b & 31)) ^ (a >> (b & 31)) ^ ((u32)a >> (b & 31));
        PUT(int, 64 + i * 4) = a < b ? a / ((b & 0xff) | 1) : (int)((u32)a % (((u32)b & 0xfff) | 1));
        i64 c = GET(i64, i * 8), d = GET(i64, 128 + i * 8 - 8 * (i & 8));
        PUT(i64, 128 + i * 8) = i == 15 ? 0 : c * d + (c / (d | 1)) - (c % (d | 1)) + ((u64)c / ((u64)d | 1)) + ((c > d) << 5);
    }
}
TEST(t_bits) {
    for (int i = 0; i < 8; i++) {
        u64 a = GET(u64, i * 8) | 1;
        PUT(u64, i * 8) = __builtin_ctzl(a) + __builtin_clzl(a) * 100 + __builtin_popcountl(a) * 10000 + __builtin_parityl(a) * 1000000;
        PUT(u64, 64 + i * 8) = __builtin_bswap64(a) ^ __builtin_bswap32((u32)a) ^ (u64)__builtin_bswap16((u16)a) << 40;
        PUT(u64, 128 + i * 8) = (a << 13 | a >> 51) ^ (a >> 7 | a << 57);
        PUT(u32, 192 + i * 4) = __builtin_ffs((int)a >> i) + __builtin_clz((u32)a);
    }
}
struct fields { u32 a : 3; int b : 7; u32 c : 22; u64 d : 40; i64 e : 20; u8 f; u16 g; };
TEST(t_fields) {
    struct fields f = GET(struct fields, 0);
    f.a += f.b; f.b -= f.c; f.c ^= f.d; f.d += f.e * 5; f.e = f.f - f.g; f.f <<= 1; f.g = -f.g;
    PUT(struct fields, 0) = f;
    PUT(i64, 64) = f.a + f.b + f.c + f.d + f.e;
}
TEST(t_wide) {
    for (int i = 0; i < 4; i++) {
        __int128 a = GET(__int128, i * 16), b = GET(__int128, 64 + i * 16);
        PUT(__int128, i * 16) = a * b + (a << (b & 127)) - (a >> (b & 127)) + ((unsigned __int128)b >> (a & 127));
        PUT(__int128, 64 + i * 16) = a < b ? a - b : -a;
        PUT(__int128, 128 + i * 16) = a / (b | 1) + (unsigned __int128)a % ((unsigned __int128)b >> 60 | 1);
    }
}
TEST(t_overflow) {
    for (int i = 0; i < 8; i++) {
        int a = GET(int, i * 4), b = GET(int, 32 + i * 4), c;
        i64 d, e = GET(i64, 64 + i * 8), f = GET(i64, 128 + i * 8);
        u64 g;
        PUT(int, i * 4) = __builtin_add_overflow(a, b, &c) + 2 * __builtin_sub_overflow(b, c, &a) + 4 * __builtin_mul_overflow(a, c, &b);
        PUT(i64, 64 + i * 8) = __builtin_mul_overflow(e, f, &d) + d + __builtin_add_overflow((u64)e, (u64)f, &g) + g;
    }
}
static FAR int one(int n) { return n < 2 ? n : one(n - 1) + one(n - 2); }
TEST(t_recursion) { PUT(int, 0) = one(GET(u8, 0) % 14); }
TEST(t_switch) {
    u64 sum = 0;
    for (int i = 0; i < 128; i++) {
        switch (in[i] % 24) {
        case 0: sum += 3; break; case 1: sum *= 5; break; case 2: sum ^= 0x55; break; case 3: sum -= in[i]; break;
        case 4: sum = sum << 3 | sum >> 61; break; case 5: sum = ~sum; break; case 6: sum += i; break; case 7: sum *= i | 1; break;
        case 8: sum ^= sum >> 7; break; case 9: sum += 0x123456789abcdefUL; break; case 11: sum -= 77; break; case 12: sum /= 3; break;
        case 14: sum %= 1000003; break; case 15: sum |= 1; break; case 16: sum &= ~2UL; break; case 17: sum += sum; break;
        case 18: continue; case 19: sum = -sum; break; case 20: sum += in[i + 1]; break; default: sum++;
        }
    }
    PUT(u64, 0) = sum;
}
TEST(t_single) {
    for (int i = 0; i < 16; i++) {
        float a = GET(int, i * 4) / 1024.0f, b = GET(short, 64 + i * 2) * 0.37f;
        PUT(float, i * 4) = a * b + a / (b + 0.5f) - __builtin_sqrtf(a < 0 ? -a : a);
        PUT(int, 64 + i * 4) = (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a > b) + 16 * (int)b + (u8)(u32)(b < 0 ? -b : b);
        PUT(float, 128 + i * 4) = a > b ? -a : __builtin_fabsf(b);
    }
}
TEST(t_double) {
    for (int i = 0; i < 8; i++) {
        double a = GET(i64, i * 8) / 65536.0, b = GET(int, 64 + i * 4) * 0.123;
        PUT(double, i * 8) = a * b + a / (b + 0.5) - __builtin_sqrt(a < 0 ? -a : a);
        PUT(i64, 64 + i * 8) = (a < b) + 2 * (a != b) + 4 * (i64)b + (i64)(float)a + (u32)(b < 0 ? -b : b);
        PUT(double, 128 + i * 8) = (float)a + (double)GET(u64, i * 8) + (double)(u32)GET(u64, i * 8);
        PUT(float, 192 + i * 4) = (float)GET(u64, i * 8) + (float)GET(i64, i * 8) + (float)b;
    }
}
TEST(t_special) {
    for (int i = 0; i < 8; i++) {
        double a = GET(double, i * 8), b = GET(double, 64 + i * 8);
        float c = GET(float, i * 4), d = GET(float, 32 + i * 4);
        PUT(int, i * 4) = (a < b) | (a > b) << 1 | (a == b) << 2 | (a != a) << 3 | __builtin_isinf(b) << 4 | !!__builtin_signbit(a) << 6 | __builtin_isunordered(a, b) << 7
            | (c < d) << 8 | (c >= d) << 9 | (c != d) << 10 | !!__builtin_isnormal(c) << 11;
        PUT(double, 64 + i * 8) = __builtin_copysign(1.5, a);
        PUT(float, 128 + i * 4) = __builtin_copysignf(c == c ? c : 2.0f, d);
    }
}
#ifdef __x86_64__
TEST(t_long_double) {
    for (int i = 0; i < 8; i++) {
        long double a = GET(i64, i * 8) / 3.0L, b = GET(double, 64 + i * 8), c = GET(float, 128 + i * 4), d = GET(short, i * 2);
        long double r = a * c + b - c / (d + 0.25L);
        PUT(double, i * 8) = r;
        PUT(float, 64 + i * 4) = a - c;
        PUT(i64, 128 + i * 8) = (i64)(a / 16) + (a < b) + 2 * (b == c) + 4 * (r != r);
        PUT(int, 192 + i * 4) = (int)d + (short)d + (__builtin_fabsl(b) > c);
        if (i < 2) memcpy(out + 224 + i * 16, &a, 10);
    }
}
struct both { long double a; int b; };
static FAR struct both make(long double a, int b, long double c) { struct both r = {a - c, b}; return r; }
static FAR long double pick(struct both a, long double b) { return a.b & 1 ? a.a : b; }
TEST(t_long_calls) {
    long double sum = 0;
    for (int i = 0; i < 8; i++) sum += pick(make(GET(int, i * 4), i, sum), sum * 0.5L);
    memcpy(out, &sum, 10);
}
#endif
static FAR i64 many(int n, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, n);
    i64 sum = 0;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0) sum = sum * 3 + __builtin_va_arg(list, int);
        else if (i % 3 == 1) sum += (i64)__builtin_va_arg(list, double);
        else sum ^= __builtin_va_arg(list, i64);
    }
    __builtin_va_end(list);
    return sum;
}
TEST(t_varargs) {
    int a = GET(int, 0); i64 b = GET(i64, 8); double c = GET(short, 16);
    PUT(i64, 0) = many(0) + many(3, a, c, b) + many(15, a, c, b, 1, 2.0, 3L, a, c * 2, b, a, c * 3, b, a + 1, c, b + 1)
        + many(24, a, c, b, 1, 2.0, 3L, a, c * 2, b, a, c * 3, b, a + 1, c, b + 1, a, c, b, 1, 2.0, 3L, a, c * 2, b);
}
struct large { u8 bytes[96]; int n; };
static FAR struct large turn(struct large one, int by) {
    struct large other = one;
    for (int i = 0; i < 96; i++) other.bytes[(i + by) % 96] = one.bytes[i];
    other.n += by;
    return other;
}
TEST(t_structs) { struct large one = GET(struct large, 0); PUT(struct large, 0) = turn(turn(one, 7), one.bytes[3] % 90); }
struct small { float a; int b; };
struct pair { double a, b; };
static FAR struct small swap(struct small one, struct pair two) { struct small r = {one.b + two.a, one.a - two.b}; return r; }
static FAR struct pair grow(struct small one, double by) { struct pair r = {one.a * by, one.b + by}; return r; }
TEST(t_small) {
    struct small one = {GET(short, 0), GET(short, 2)};
    for (int i = 0; i < 9; i++) { struct pair two = grow(one, i * 0.5); if (two.a < 1e6 && two.a > -1e6) one = swap(one, two); if (one.a > 1e6f || one.a < -1e6f) one.a = i; }
    PUT(struct small, 0) = one;
}
TEST(t_memory) {
    u8 buffer[300];
    memset(buffer, in[0], sizeof buffer);
    memcpy(buffer + 3, in, 100 + in[1] % 100);
    memmove(buffer + 20, buffer + 10, 150);
    memmove(buffer + 5, buffer + 30, 130);
    PUT(int, 200) = memcmp(buffer, in, 4) > 0;
    memcpy(out, buffer, 200);
}
static FAR int less(const int *a, const int *b) { return *a < *b; }
static FAR int more(const int *a, const int *b) { return *a > *b; }
static FAR void sort(int *all, int n, int (*by)(const int *, const int *)) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && by(all + j, all + j - 1); j--) { int t = all[j]; all[j] = all[j - 1]; all[j - 1] = t; }
}
TEST(t_sort) {
    memcpy(out, in, 128);
    sort((int *)out, 16, in[0] & 1 ? less : more);
    sort((int *)out + 16, 16, less);
}
TEST(t_vectors) {
    v4f a = GET(v4f, 0), b = {1.5f, -2, 3, 0.25f};
    v4i c = GET(v4i, 16), d = GET(v4i, 32);
    v8s e = GET(v8s, 48), f = GET(v8s, 64);
    v16b g = GET(v16b, 80), h = GET(v16b, 96);
    v2d i = {GET(int, 112), GET(int, 116)};
    v4f k = __builtin_convertvector(c, v4f);
    PUT(v4f, 0) = k * b - b / (k * k + 1);
    PUT(v4i, 16) = c * d + (c > d) - (c << 3) + (d >> 5);
    PUT(v8s, 32) = e * f + (e == f) - (e >> 2);
    PUT(v16b, 48) = (g + h) ^ (g > h) ^ (g - h);
    PUT(v2d, 64) = i * 0.5 + i / 3;
    PUT(v4i, 80) = __builtin_convertvector(k * 0.01f, v4i);
    PUT(v4i, 96) = (a < k) & d;
    c[in[0] & 3] = d[in[1] & 3];
    PUT(v4i, 112) = c;
    PUT(v4i, 128) = c == d;
    PUT(v2d, 144) = -i;
}
TEST(t_loops) {
    u32 sum = 0; int least = 0x7fffffff, most = -0x7fffffff; u64 wide = 0; u16 small = 0; float f = 0; double d = 0; int distance = 0;
    for (int i = 0; i < 256; i++) { sum += in[i]; wide += (u64)in[i] * in[255 - i]; distance += in[i] > in[255 - i] ? in[i] - in[255 - i] : in[255 - i] - in[i]; }
    for (int i = 0; i < 64; i++) { int x = GET(int, i * 4); least = x < least ? x : least; most = x > most ? x : most; f += x; d += x; }
    for (int i = 0; i < 128; i++) small ^= GET(u16, i * 2) * i;
    for (int i = 0; i < 32; i++) PUT(short, 64 + i * 2) = GET(signed char, i) * GET(signed char, 64 + i) >> 3;
    for (int i = 0; i < 16; i++) PUT(int, 128 + i * 4) = GET(int, i * 4) > 0 ? GET(int, i * 4) : -GET(int, i * 4);
    for (int i = 0; i < 64; i++) out[192 + i] = in[i] > 200 ? 255 : in[i] + in[63 - i] / 2;
    PUT(u32, 0) = sum; PUT(int, 4) = least; PUT(int, 8) = most; PUT(u64, 16) = wide; PUT(u16, 24) = small; PUT(int, 28) = distance;
    PUT(double, 32) = d; PUT(float, 40) = f;
}
TEST(t_convert_loops) {
    for (int i = 0; i < 16; i++) PUT(float, i * 4) = GET(int, i * 4);
    for (int i = 0; i < 8; i++) PUT(double, 64 + i * 8) = GET(int, i * 4) * 0.5;
    for (int i = 0; i < 16; i++) PUT(int, 128 + i * 4) = (int)(GET(short, i * 2) * 1.7f);
    for (int i = 0; i < 16; i++) PUT(short, 192 + i * 2) = GET(int, i * 4);
    for (int i = 0; i < 16; i++) PUT(u16, 224 + i * 2) = in[i] << 4 | in[16 + i];
}
TEST(t_chars) {
    int words = 0, inside = 0; u32 hash = 5381;
    for (int i = 0; i < 256; i++) {
        u8 c = in[i] & 0x7f;
        int letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        words += letter && !inside; inside = letter; hash = hash * 33 ^ c;
        out[i] = c >= 'a' && c <= 'z' ? c - 32 : c;
    }
    PUT(int, 0) = words; PUT(u32, 4) = hash;
}
static const double table[] = {0.5, 1.25, -3, 8, 1e10, -1e-5, 7, 42};
static int counter = 3;
TEST(t_data) {
    static u64 state[4] = {1, 2, 3, 4};
    double sum = 0;
    for (int i = 0; i < 64; i++) { sum += table[in[i] & 7] * (in[i] >> 3); state[i & 3] = state[i & 3] * 6364136223846793005UL + in[i]; counter += in[i] & 1; }
    PUT(double, 0) = sum; memcpy(out + 8, state, 32); PUT(int, 40) = counter;
    state[0] = 1; state[1] = 2; state[2] = 3; state[3] = 4; counter = 3;
}
TEST(t_alloca) {
    int n = in[0] % 40 + 1; int all[n]; int *more = __builtin_alloca(n * 8);
    for (int i = 0; i < n; i++) { all[i] = in[i] * i; more[i] = all[n - 1 - i < i ? n - 1 - i : i]; }
    int sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 7 + all[i] - more[i];
    PUT(int, 0) = sum;
}
TEST(t_volatile) {
    volatile i64 a = GET(i64, 0); volatile short b = GET(short, 8); volatile u8 c = in[10]; volatile float f = GET(short, 12);
    for (int i = 0; i < 10; i++) { a += b; b -= c; c = a >> 3; f = f * 0.5f + c; a ^= (i64)f; }
    PUT(i64, 0) = a; PUT(short, 8) = b; PUT(u8, 10) = c; PUT(float, 12) = f;
}
TEST(t_atomic) {
    int *a = (int *)out; i64 *b = (i64 *)(out + 8);
    *a = GET(int, 0); *b = GET(i64, 8);
    int old = __atomic_load_n(a, __ATOMIC_ACQUIRE);
    __atomic_store_n(b, old, __ATOMIC_RELEASE);
    __atomic_store_n(a, old + 1, __ATOMIC_SEQ_CST);
    PUT(i64, 16) = __atomic_load_n(b, __ATOMIC_SEQ_CST);
}
static FAR i64 eleven(char a, short b, int c, i64 d, u8 e, u16 f, u32 g, u64 h, float i, double j, int k, i64 l, short m) {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7L + h * 8 + (i64)(i * 9) + (i64)(j * 10) + k * 11L + l * 12 + m * 13;
}
TEST(t_arguments) {
    PUT(i64, 0) = eleven(in[0], GET(short, 2), GET(int, 4), GET(i64, 8), in[16], GET(u16, 18), GET(u32, 20), GET(u64, 24), GET(short, 32), GET(int, 36), GET(int, 40), GET(i64, 48), GET(short, 56));
}
TEST(t_select) {
    for (int i = 0; i < 32; i++) {
        i64 a = GET(signed char, i), b = GET(signed char, 32 + i), c = GET(short, 64 + i * 2);
        PUT(int, i * 4) = (a < b ? a : c) + (a == b ? 7 : (b > c ? 11 : 13)) + (a && b) * 3 + (a || c) - (u8)(a > 0 ? b : ~b);
    }
}
TEST(t_complex) {
    _Complex double a = GET(short, 0) + GET(short, 2) * 1.0i, b = GET(short, 4) - GET(short, 6) * 2.0i;
    _Complex double c = a + b - a * 0.5;
    PUT(double, 0) = __real__ c; PUT(double, 8) = __imag__ c;
    _Complex float d = GET(short, 0) + GET(short, 8) * 1.0fi;
    d += d; PUT(float, 16) = __real__ d; PUT(float, 20) = __imag__ d;
}

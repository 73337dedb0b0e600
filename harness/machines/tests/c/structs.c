// Structs of many shapes by value, nested, packed tightly and with bit-fields.
struct one { char a; };
struct three { char a, b, c; };
struct mixed { char a; short b; int c; long long d; };
struct nested { struct mixed m[2]; struct three t; };
struct bits { unsigned a : 3, b : 7; signed c : 12; unsigned long long d : 40; };
union either { int i; float f; double d; char s[12]; };

struct nested everything;
static struct mixed kept = { 1, -2, 3, -4 };

struct one pass_one(struct one x) { x.a++; return x; }
struct three pass_three(struct three x, int y) { x.b += y; return x; }
struct mixed pass_mixed(struct mixed x) { x.d += x.a + x.b + x.c; kept = x; return kept; }
struct nested pass_nested(struct nested x, long long y) { x.m[1].d = y; everything = x; return x; }
int read_bits(struct bits b) { return b.a + b.b + b.c + (int)b.d; }
struct bits make_bits(int a, int b, int c, long long d) { struct bits r = { a, b, c, d }; return r; }
union either swap(union either u) { u.i ^= 0x55aa55aa; return u; }
long long sum(struct mixed *p, int n) { long long s = 0; while (n--) s += p->d + p++->b; return s; }

// Static data of many sizes, so that section anchors and alignments come into play.
static int counters[4];
static char letters[5] = "abcd";
static short shorts[3] = { 1, 2, 3 };
static long long wide = 5;
static const int lookup[] = { 9, 8, 7, 6 };
static const char text[] = "text in read-only data";
static struct { int a; char b; } pair = { 1, 2 };
static int *where = counters + 2;
int bump(int i) { static int calls; calls++; return ++counters[i] + letters[i] + shorts[i & 1] + calls; }
long long grow(void) { wide *= 3; pair.a += pair.b; return wide + pair.a; }
int look(int i) { return lookup[i] + text[i] + *where; }
const char *get(void) { return text; }

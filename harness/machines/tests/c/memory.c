// Loads and stores of all widths and offsets, copies and volatile access.
struct block { unsigned char bytes[64]; short halves[32]; int words[40]; long long pairs[40]; };
int bytes(struct block *b, int i) { return b->bytes[3] + b->bytes[i] - b->bytes[63]; }
int halves(struct block *b, int i) { return b->halves[3] + b->halves[i] - b->halves[31]; }
int words(struct block *b, int i) { return b->words[3] + b->words[i] - b->words[39]; }
long long pairs(struct block *b, int i) { return b->pairs[3] + b->pairs[i] - b->pairs[39]; }
void store(struct block *b, int i, int v) { b->bytes[i] = v; b->halves[i] = v; b->words[i] = v; b->pairs[i] = v; }
void assign(struct block *a, const struct block *b) { *a = *b; }
void fill(int *p, int n) { for (int i = 0; i < n; i++) p[i] = i * 3; }
int walk(const char *p) { int h = 0; while (*p) h = h * 31 + *p++; return h; }
int backwards(const int *p, int n) { int s = 0; for (p += n; n; n--) s ^= *--p; return s; }
volatile int port;
int poll(void) { while (!(port & 4)) {} port = 1; return port; }
int far(const int *p) { return p[2000] + p[-2000] + p[3000] + p[-1]; }
int unaligned(const char *p) { int x; __builtin_memcpy(&x, p, 4); return x; }
void clear(char *p) { __builtin_memset(p, 0, 40); }

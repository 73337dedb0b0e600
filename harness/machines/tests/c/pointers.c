// Function pointers, global data, strings and weak symbols.
typedef int (*operation)(int, int);
static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
int times(int a, int b) { return a * b; }
operation table[] = { plus, minus, times, 0 };
static operation const fixed[2] = { minus, times };
const char *const names[] = { "plus", "minus", "times with a longer name" };
char buffer[100];
static char hidden[37];
int initialised = 42, zeroed, *pointer = &initialised, *inside = &initialised + 1;
const short halves[] = { 1, -2, 3 };
double values[3] = { 1.0, -0.5, 1e300 };
float singles[] = { 1.5f, -3.25f };
long long longs = -123456789012345ll;
extern int elsewhere __attribute__((weak));
int weak_function(int x) __attribute__((weak));
int weak_function(int x) { return x + zeroed; }
_Alignas(64) int aligned = 7;
__attribute__((section(".odd"))) int odd = 3;
int alias_of_times(int, int) __attribute__((alias("times")));
int apply(int which, int a, int b) { return table[which](a, b) + fixed[which & 1](b, a); }
const char *name(int which) { return which < 3 ? names[which] : "none\t\"quoted\"\n\001\377"; }
int touch(void) { hidden[3]++; return hidden[5] + buffer[7] + *pointer + (&elsewhere ? elsewhere : 0) + odd; }
void copy(char *to, const char *from) { while ((*to++ = *from++)) {} }

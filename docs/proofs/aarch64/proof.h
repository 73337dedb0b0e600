/* What the programs of this folder share: no library, and the calls of Linux that qemu-user carries out. Each program is compiled twice,
   with -DCALLER by one compiler and without it by the other; the caller's half has main. */

typedef unsigned long word;

#ifdef CALLER
static inline word ask(word number, word a, word b, word c)
{
	register word x0 __asm__("x0") = a;
	register word x1 __asm__("x1") = b;
	register word x2 __asm__("x2") = c;
	register word x8 __asm__("x8") = number;
	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
	return x0;
}

static inline void say(const char *text)
{
	word length = 0;
	while (text[length])
		length++;
	ask(64, 1, (word)text, length);
}

static inline void say_number(word number)
{
	char text[2 * sizeof number + 3];
	char *at = text + sizeof text;
	*--at = 0;
	do
		*--at = "0123456789abcdef"[number & 15];
	while (number >>= 4);
	*--at = 'x';
	*--at = '0';
	say(at);
}

/* Says what was expected and what was seen, and ends with 1 if they differ. */
static inline int tell(const char *what, word expected, word seen)
{
	say(what);
	say(": expected ");
	say_number(expected);
	say(", seen ");
	say_number(seen);
	say("\n");
	return expected != seen;
}

int main(void);
__attribute__((used)) void begin(void)
{
	ask(94, main(), 0, 0);
}
__asm__(".globl _start\n_start:\n\tbl begin\n");
#endif

/* What the programs of this folder share: no library, and the calls of Linux that qemu-user carries out. Each program is compiled twice,
   with -DCALLER by one compiler and without it by the other; the caller's half has main. */

typedef unsigned long word;

static inline word ask(word number, word a, word b, word c, word d)
{
	register word a0 __asm__("a0") = a;
	register word a1 __asm__("a1") = b;
	register word a2 __asm__("a2") = c;
	register word a3 __asm__("a3") = d;
#ifdef __riscv_32e
	register word a7 __asm__("t0") = number;
#else
	register word a7 __asm__("a7") = number;
#endif
	__asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a3), "r"(a7) : "memory");
	return a0;
}

static inline void say(const char *text)
{
	word length = 0;
	while (text[length])
		length++;
	ask(64, 1, (word)text, length, 0);
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

/* The bits of a float. */
static inline word bits_of(float value)
{
	unsigned int bits;
	__builtin_memcpy(&bits, &value, sizeof bits);
	return bits;
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

#ifdef CALLER
int main(void);
__attribute__((used)) void begin(void)
{
	ask(94, main(), 0, 0, 0);
}
__asm__(".globl _start\n_start:\n.option push\n.option norelax\n\tla gp, __global_pointer$\n.option pop\n\tandi sp, sp, -16\n\tcall begin\n");
#endif

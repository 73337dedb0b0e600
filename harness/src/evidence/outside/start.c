/* The start of the program and what little it needs of a library, for Linux's calls. It is compiled by
   a compiler that may be wrong: nothing here is called after main but the kernel, so that no register has to outlive a call. */

typedef unsigned long word;

#define INLINE static inline __attribute__((always_inline))

int main(void);

#if defined(__x86_64__)
#define WRITE 1
#define EXIT 60
#define NUMBER "rax"
#define FIRST "rdi"
#define SECOND "rsi"
#define THIRD "rdx"
#define KERNEL "syscall"
#define CHANGED "rcx", "r11", "memory"
#define BEGIN "\tandq $-16, %rsp\n\tcall begin\n"
#elif defined(__aarch64__)
#define WRITE 64
#define EXIT 93
#define NUMBER "x8"
#define FIRST "x0"
#define SECOND "x1"
#define THIRD "x2"
#define KERNEL "svc 0"
#define CHANGED "memory"
#define BEGIN "\tbl begin\n"
#else
#define WRITE 64
#define EXIT 93
#ifdef __riscv_32e
#define NUMBER "t0"
#else
#define NUMBER "a7"
#endif
#define FIRST "a0"
#define SECOND "a1"
#define THIRD "a2"
#define KERNEL "ecall"
#define CHANGED "memory"
#define BEGIN "\tandi sp, sp, -16\n\tcall begin\n"
#endif

INLINE void ask(word number, word a, word b, word c)
{
	register word which __asm__(NUMBER) = number;
	register word first __asm__(FIRST) = a;
	register word second __asm__(SECOND) = b;
	register word third __asm__(THIRD) = c;
	__asm__ volatile(KERNEL : "+r"(which), "+r"(first) : "r"(second), "r"(third) : CHANGED);
}

#ifdef ITEMS
/* What main has compared; see main.c. */
extern struct item {
	const char *what;
	const unsigned char *seen, *want, *mask;
	unsigned int bytes, failed;
} items[];

INLINE void say(const char *text)
{
	word length = 0;
	while (text[length])
		length++;
	ask(WRITE, 1, (word)text, length);
}

/* The bytes as a number, the last one first; a byte of which nothing counts is left out. */
INLINE void say_number(const unsigned char *bytes, const unsigned char *mask, unsigned int count)
{
	char digits[3];
	digits[2] = 0;
	say("0x");
	while (count--) {
		unsigned char byte = bytes[count] & mask[count];
		if (!mask[count])
			continue;
		digits[0] = "0123456789abcdef"[byte >> 4];
		digits[1] = "0123456789abcdef"[byte & 15];
		say(digits);
	}
}

INLINE void tell(void)
{
	const struct item *item;
	for (item = items; item != items + ITEMS; item++) {
		if (!item->failed)
			continue;
		say(item->what);
		say(": expected ");
		say_number(item->want, item->mask, item->bytes);
		say(", seen ");
		say_number(item->seen, item->mask, item->bytes);
		say("\n");
	}
}
#endif

__attribute__((used)) void begin(void)
{
	int verdict = main();
#ifdef ITEMS
	tell();
#endif
	ask(EXIT, verdict > 99 ? 99 : verdict, 0, 0);
}

__asm__(".text\n.globl _start\n_start:\n" BEGIN);

/* The functions that compilers call for objects as a whole. The empty statement keeps them from calling themselves. */
#define STEP __asm__ volatile("" ::: "memory")

__attribute__((weak)) void *memcpy(void *to, const void *from, word count)
{
	for (word i = 0; i < count; i++) {
		((char *)to)[i] = ((const char *)from)[i];
		STEP;
	}
	return to;
}

__attribute__((weak)) void *memmove(void *to, const void *from, word count)
{
	if ((word)to - (word)from >= count)
		return memcpy(to, from, count);
	while (count--) {
		((char *)to)[count] = ((const char *)from)[count];
		STEP;
	}
	return to;
}

__attribute__((weak)) void *memset(void *to, int byte, word count)
{
	for (word i = 0; i < count; i++) {
		((char *)to)[i] = (char)byte;
		STEP;
	}
	return to;
}

__attribute__((weak)) int memcmp(const void *one, const void *other, word count)
{
	for (word i = 0; i < count; i++) {
		int difference = ((const unsigned char *)one)[i] - ((const unsigned char *)other)[i];
		if (difference)
			return difference;
		STEP;
	}
	return 0;
}

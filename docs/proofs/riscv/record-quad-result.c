/* RISCV-RET-03: the memory that a caller has for a result is as large as the result, 64 bytes here. With OUTSIDE the call is in the
   program's half in Zig. */
#include "proof.h"

struct quad {
	long double real;
} __attribute__((aligned(64)));
struct quad callee(void);
#ifdef CALLER
#ifdef OUTSIDE
word call(void);
#else
word call(void)
{
	struct quad result = callee();
	unsigned int words[4];
	__builtin_memcpy(words, &result, sizeof words);
	return words[3];
}
#endif
int main(void)
{
	return tell("the highest word of the result", 0x3fff8000, call());
}
#else
struct quad value = {1.5L};
struct quad callee(void)
{
	return value;
}
#endif

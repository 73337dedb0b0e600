/* RISCV-ARG-18: a structure of 5 to 8 bytes takes two registers of 4 bytes, and what is behind it the third. With OUTSIDE the call
   is in the program's half in Zig. */
#include "proof.h"

struct five {
	char bytes[5];
};
#ifdef CALLER
word callee(struct five, int);
#ifdef OUTSIDE
word call(void);
#else
struct five value = {{1, 2, 3, 4, 5}};
word call(void)
{
	return callee(value, 0x15141312);
}
#endif
int main(void)
{
	return tell("the argument behind the structure", 0x15141312, call());
}
#else
word callee(struct five argument, int behind)
{
	(void)argument;
	return (word)behind;
}
#endif

/* AARCH64-S09: a vector of two shorts as a result, of which the document says nothing. The called half's v0 and w0 are looked at. */
#include "proof.h"

typedef short two __attribute__((vector_size(4)));

two callee(void);

#ifdef CALLER
int main(void)
{
	word general, vector;
	__asm__ volatile("mov x0, #0\n\tmovi v0.2d, #0\n\tbl callee\n\tmov %0, x0\n\tfmov %1, d0"
			 : "=r"(general), "=r"(vector)
			 :
			 : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18",
			   "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24",
			   "v25", "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc");
	say("w0 ");
	say_number(general & 0xffffffff);
	say(", d0 ");
	say_number(vector);
	say("\n");
	two result = callee();
	unsigned bits;
	__builtin_memcpy(&bits, &result, sizeof bits);
	return tell("the two", 0x00020001, bits);
}
#else
two value = { 1, 2 };
two callee(void)
{
	return value;
}
#endif

/* RISCV-S15: the alignment that a typedef gives a record counts for GCC; the argument is what another function returned. */
#include "proof.h"

struct byte {
	char only;
};
typedef struct byte aligned_byte __attribute__((aligned(2 * sizeof(word))));

int callee(word, word, word, word, word, word, word, word, word, aligned_byte);

#ifdef CALLER
__attribute__((noinline)) static aligned_byte same(aligned_byte given)
{
	return given;
}

int main(void)
{
	aligned_byte given = { 0x12 };
	return tell("the member", 0x12, callee(1, 2, 3, 4, 5, 6, 7, 8, 9, same(given)));
}
#else
int callee(word a, word b, word c, word d, word e, word f, word g, word h, word i, aligned_byte found)
{
	return found.only;
}
#endif

/* RISCV-S15: which alignment counts for a record on the stack, that of its typedef or its own? The document does not say. */
#include "proof.h"

struct pair {
	word first, second;
};
typedef struct pair aligned_pair __attribute__((aligned(2 * sizeof(word))));

word callee(word, word, word, word, word, word, word, word, word, aligned_pair);

#ifdef CALLER
int main(void)
{
	aligned_pair given = { 0x12, 0x34 };
	return tell("the first member", 0x12, callee(1, 2, 3, 4, 5, 6, 7, 8, 9, given));
}
#else
word callee(word a, word b, word c, word d, word e, word f, word g, word h, word i, aligned_pair found)
{
	return found.first;
}
#endif

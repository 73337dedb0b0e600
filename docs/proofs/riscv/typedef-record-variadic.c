/* RISCV-S15: which alignment counts for an unnamed record, that of its typedef or its own? The document does not say, but both halves
   have to take it in the same way. */
#include "proof.h"

struct pair {
	word first, second;
};
#ifndef ALIGN
#define ALIGN (2 * sizeof(word))
#endif
typedef struct pair aligned_pair __attribute__((aligned(ALIGN)));

word callee(int, ...);

#ifdef CALLER
int main(void)
{
	aligned_pair given = { 0x12, 0x34 };
	return tell("the second member", 0x34, callee(1, given));
}
#else
word callee(int first, ...)
{
	__builtin_va_list list;
	__builtin_va_start(list, first);
	aligned_pair found = __builtin_va_arg(list, aligned_pair);
	__builtin_va_end(list);
	return found.second;
}
#endif

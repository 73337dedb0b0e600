/* X86-S16: a vector of 32 bytes without AVX is returned in memory, or in xmm0 and xmm1; no class of it is X87. */
#include "proof.h"

#ifdef CALLER
/* What xmm0 and xmm1 have, or the memory behind rdi: the third double, and how many numbers the x87 unit's stack has. */
struct seen {
	double memory[4];
	double sse[4];
	unsigned short status;
};
void look(struct seen *);
__asm__(
	".text\n"
	"look:\n\t"
	"push %rbx\n\t"
	"mov %rdi, %rbx\n\t"
	"fninit\n\t"
	"call callee\n\t"
	"movups %xmm0, 32(%rbx)\n\t"
	"movups %xmm1, 48(%rbx)\n\t"
	"fnstsw 64(%rbx)\n\t"
	"fninit\n\t"
	"pop %rbx\n\t"
	"ret\n");

int main(void)
{
	_Alignas(32) struct seen seen;
	memset(&seen, 0, sizeof seen);
	look(&seen);
	int wrong = tell("numbers on the x87 stack", 0, -(seen.status >> 11 & 7) & 7);
	return wrong | tell("the third double in memory, or in xmm1", 3, seen.memory[2] == 3 ? 3 : (unsigned long)seen.sse[2]);
}
#else
#ifndef __clang__
#error "GCC has no vectors of three lanes"
#endif
typedef double three __attribute__((ext_vector_type(3)));

three callee(void)
{
	return (three){ 1, 2, 3 };
}
#endif

/* X86-S16: a vector of 32 bytes without AVX is returned in memory, or in xmm0 and xmm1; no class of it is INTEGER. */
#include "proof.h"

#ifdef CALLER
/* Calls with rdi at 32 bytes of memory, and keeps both vector registers behind it. */
struct seen {
	long memory[4];
	long sse[4];
};
void look(struct seen *);
__asm__(
	".text\n"
	"look:\n\t"
	"push %rbx\n\t"
	"mov %rdi, %rbx\n\t"
	"xorps %xmm0, %xmm0\n\t"
	"xorps %xmm1, %xmm1\n\t"
	"call callee\n\t"
	"movups %xmm0, 32(%rbx)\n\t"
	"movups %xmm1, 48(%rbx)\n\t"
	"pop %rbx\n\t"
	"ret\n");

int main(void)
{
	_Alignas(32) struct seen seen;
	memset(&seen, 0, sizeof seen);
	look(&seen);
	return tell("the third number in memory, or in xmm1", 3, seen.memory[2] == 3 ? 3 : seen.sse[2]);
}
#else
#ifndef __clang__
#error "GCC has no vectors of three lanes"
#endif
typedef long long three __attribute__((ext_vector_type(3)));

three callee(void)
{
	return (three){ 1, 2, 3 };
}
#endif

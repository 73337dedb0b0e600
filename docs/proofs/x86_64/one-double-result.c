/* X86-S15: whichever class a vector of one double has, a result has it as an argument has (X86-RET-01). */
#include "proof.h"

typedef double one __attribute__((vector_size(8)));

one callee(one);

#ifdef CALLER
/* A call by which the vector is SSE: argument and result are in xmm0. */
double by_sse(double given);
/* A call by which it is MEMORY: the argument is on the stack, the result behind rdi. */
double by_memory(double given);
__asm__(
	".text\n"
	"by_sse:\n\t"
	"sub $24, %rsp\n\t"
	"movq $0, (%rsp)\n\t"
	"lea 8(%rsp), %rdi\n\t"
	"call callee\n\t"
	"add $24, %rsp\n\t"
	"ret\n"
	"by_memory:\n\t"
	"sub $24, %rsp\n\t"
	"movsd %xmm0, (%rsp)\n\t"
	"movq $0, 8(%rsp)\n\t"
	"xorps %xmm0, %xmm0\n\t"
	"lea 8(%rsp), %rdi\n\t"
	"call callee\n\t"
	"movsd 8(%rsp), %xmm0\n\t"
	"add $24, %rsp\n\t"
	"ret\n");

int main(void)
{
	int sse = by_sse(3.0) == 6.0, memory = by_memory(3.0) == 6.0;
	printf("as SSE: %d, as MEMORY: %d\n", sse, memory);
	return tell("classes by which it is right", 1, sse + memory);
}
#else
one callee(one found)
{
	return found + found;
}
#endif

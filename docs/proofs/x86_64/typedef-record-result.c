/* X86-S05: the memory for a result is aligned as the record is; the typedef does not count, as it does not for arguments. */
#include "proof.h"

struct words {
	int word[8];
};
typedef struct words aligned_words __attribute__((aligned(64)));

aligned_words callee(int);

#ifdef CALLER
__attribute__((noinline)) int sum(int count)
{
	struct words result = callee(count);
	int sum = 0;
	for (int at = 0; at < 8; at++)
		sum += result.word[at];
	return sum;
}

/* The same 16 bytes further down, so that by one of the two the result's memory is at no multiple of 32. */
int further(int count);
__asm__(
	".text\n"
	"further:\n\t"
	"sub $8, %rsp\n\t"
	"call sum\n\t"
	"add $8, %rsp\n\t"
	"ret\n");

int main(void)
{
	int wrong = tell("sum", 16, sum(2));
	fflush(stdout);
	return wrong | tell("sum", 16, further(2));
}
#else
aligned_words callee(int given)
{
	aligned_words result;
	for (int at = 0; at < 8; at++)
		result.word[at] = given;
	return result;
}
#endif

/* X86-TYPE-21: __m256 is aligned to 32, whatever the processor has. */
#include "proof.h"

typedef long long four __attribute__((vector_size(32)));

struct s {
	char first;
	four second;
};

int callee(int);

#ifdef CALLER
int main(void)
{
	int wrong = tell("offset, caller", 32, __builtin_offsetof(struct s, second));
	wrong |= tell("_Alignof, caller", 32, _Alignof(four));
	wrong |= tell("_Alignof of a structure with it, caller", 32, _Alignof(struct s));
	wrong |= tell("_Alignof, called", 32, callee(0));
	return wrong | tell("_Alignof of a structure with it, called", 32, callee(1));
}
#else
int callee(int which)
{
	return which ? _Alignof(struct s) : _Alignof(four);
}
#endif

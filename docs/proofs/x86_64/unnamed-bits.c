/* X86-S08: a structure of unnamed bit-fields has a class, INTEGER or none, and it is the same wherever the argument lies. */
#include "proof.h"

struct unnamed {
	int : 1;
};

#ifdef CALLER
/* Each gives 1 for an argument that takes nothing, and 2 for one that takes a place. */
int in_registers(void);
int on_stack(void);
__asm__(
	".text\n"
	"in_registers:\n\t"
	"mov $1, %edi\n\t"
	"mov $2, %esi\n\t"
	"jmp first\n"
	"on_stack:\n\t"
	"sub $8, %rsp\n\t"
	"push $2\n\t"
	"push $1\n\t"
	"call seventh\n\t"
	"add $24, %rsp\n\t"
	"ret\n");

int main(void)
{
	int registers = in_registers(), stack = on_stack();
	printf("1 for nothing, 2 for an eightbyte: in registers %d, on the stack %d\n", registers, stack);
	return tell("on the stack as in registers", registers, stack);
}
#else
int first(struct unnamed a, int found)
{
	return found;
}

int seventh(int a, int b, int c, int d, int e, int f, struct unnamed g, int found)
{
	return found;
}
#endif

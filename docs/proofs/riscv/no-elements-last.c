/* RISCV-ARG-40: an array without elements of empty structures is ignored behind the members, too, and the structure holds two reals. */
#include "proof.h"

struct s {
	float first;
	float second;
	struct {
	} nothing[0];
};

#include "second-member.h"

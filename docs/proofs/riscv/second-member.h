/* What the programs share that look at the second member of a structure of two floats with something between them: the whole program
   but the structure itself, which has the members `first` and `second`. */

word callee(struct s s);

#ifdef CALLER
int main(void)
{
	struct s s = { .first = 1, .second = 2 };
	return tell("the second member", bits_of(2), callee(s));
}
#else
word callee(struct s s)
{
	return bits_of(s.second);
}
#endif

/* What the programs share that pass a real with a bit-field beside it: the structure and the function called. */

struct s {
	float real;
	long long field : 2;
};

word callee(struct s s);

#ifndef CALLER
word callee(struct s s)
{
	return (word)(s.field & 3);
}
#endif

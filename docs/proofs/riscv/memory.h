/* Functions that compilers call without being asked: programs here have no library. One half of a program includes them. */

void *memset(void *to, int value, __SIZE_TYPE__ size)
{
	for (__SIZE_TYPE__ i = 0; i < size; i++)
		((volatile char *)to)[i] = value;
	return to;
}

void *memcpy(void *to, const void *from, __SIZE_TYPE__ size)
{
	for (__SIZE_TYPE__ i = 0; i < size; i++)
		((volatile char *)to)[i] = ((const volatile char *)from)[i];
	return to;
}

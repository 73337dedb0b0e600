typedef int int_x4 __attribute__((ext_vector_type(4)));
typedef float float_x4 __attribute__((ext_vector_type(4)));

/* case 0: add of objects */
union { int e[4]; int_x4 v; } valued0 = { { (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au } };
volatile union { int e[4]; int_x4 v; } operand0_0 = { { (int)0x2fdfu, (int)0xffffef20u, (int)0xffffa89cu, (int)0x6161u } };
volatile union { int e[4]; int_x4 v; } operand0_1 = { { (int)0xffffe0fcu, (int)0xffffef20u, (int)0xffffa89cu, (int)0xfffff396u } };
void value0(void)
{
	valued0.v = operand0_0.v + operand0_1.v;
}

/* case 1: add of constants */
union { int e[4]; int_x4 v; } valued1 = { { (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au } };
void value1(void)
{
	valued1.v = (int_x4){ (int)0xfffffb40u, (int)0x19dfu, (int)0x4439u, (int)0xffffe81cu } + (int_x4){ (int)0x6c7u, (int)0x33a8u, (int)0xffffd8dfu, (int)0xe60u };
}

/* case 2: list of objects */
union { float e[4]; float_x4 v; } valued2 = { { 0x1.b4b4b4p+53f, 0x1.b4b4b4p+53f, 0x1.b4b4b4p+53f, 0x1.b4b4b4p+53f } };
volatile float operand2_1 = -0x1.58209p+10f;
void value2(void)
{
	float_x4 whole = { 0x1.21p+8f, 0x1.e96p+8f, -0x1.718p+6f, 0x1.44ap+8f };
	valued2.v = whole * operand2_1;
}

/* case 3: list of constants */
union { float e[4]; float_x4 v; } valued3 = { { 0x1.b4b4b4p+53f, 0x1.b4b4b4p+53f, 0x1.b4b4b4p+53f, 0x1.b4b4b4p+53f } };
void value3(void)
{
	float_x4 whole = { -0x1.4ecp+7f, -0x1.438p+6f, -0x1.164p+7f, -0x1.1fcp+7f };
	valued3.v = whole * 0x1.f4f10cp+8f;
}

/* case 4: store of objects */
int valued4[6] = { (int)0x0u, (int)0xffffffffu, (int)0x96d77a6u, (int)0xc60d3849u, (int)0x3ee3ffeeu, (int)0xfa384e4fu };
volatile union { int *e[4]; int_x4 v; } operand4_1 = { { &valued4[3], &valued4[1], &valued4[2], &valued4[0] } };
volatile union { int e[4]; int_x4 v; } operand4_2 = { { (int)0x7fffffffu, (int)0xd42ad5e1u, (int)0x515ecc43u, (int)0x685676d8u } };
void value4(void)
{
	for (int n = 0; n < 4; n++)
		*(int *)(__INTPTR_TYPE__)operand4_1.v[n] = operand4_2.v[n];
}

/* case 5: store of constants */
int valued5[6] = { (int)0xffffffffu, (int)0x5e27e4e4u, (int)0x492c38dcu, (int)0x5094e4c3u, (int)0xc2f4ba96u, (int)0xffffffffu };
void value5(void)
{
	for (int n = 0; n < 4; n++)
		*(int *)(__INTPTR_TYPE__)(int_x4){ (int)(__INTPTR_TYPE__)&valued5[4], (int)(__INTPTR_TYPE__)&valued5[0], (int)(__INTPTR_TYPE__)&valued5[3], (int)(__INTPTR_TYPE__)&valued5[1] }[n] = (int_x4){ (int)0x8bcc690au, (int)0x1fb142a5u, (int)0x4783b8c4u, (int)0xa24b1ee8u }[n];
}

/* case 6: divide of objects */
unsigned int valued6 = (unsigned int)0x5a5a5a5au;
volatile unsigned short operand6_0 = (unsigned short)0x68efu;
volatile unsigned short operand6_1 = (unsigned short)0x24dbu;
void value6(void)
{
	valued6 = operand6_0 / operand6_1;
}

/* case 7: divide of constants */
unsigned int valued7 = (unsigned int)0x5a5a5a5au;
void value7(void)
{
	valued7 = (unsigned short)0x87feu / (unsigned short)0x1e21u;
}

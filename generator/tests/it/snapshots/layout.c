typedef void (*function_pointer)(void);

/* case 7: struct { int m0[3]; } f(char, long long, struct { short m0; char m1; }, struct { int m0[2]; }) */
struct t7_0 {
	int m0[3];
};
struct t7_1 {
	short m0;
	char m1;
};
struct t7_2 {
	int m0[2];
};
unsigned int layout7[] = {
	sizeof (struct t7_0),
	_Alignof (struct t7_0),
	__builtin_offsetof (struct t7_0, m0),
	sizeof (int[3]),
	_Alignof (int[3]),
	sizeof (int),
	_Alignof (int),
	(int)-1 < 0,
	sizeof (char),
	_Alignof (char),
	(char)-1 < 0,
	sizeof (long long),
	_Alignof (long long),
	(long long)-1 < 0,
	sizeof (struct t7_1),
	_Alignof (struct t7_1),
	__builtin_offsetof (struct t7_1, m0),
	__builtin_offsetof (struct t7_1, m1),
	sizeof (short),
	_Alignof (short),
	(short)-1 < 0,
	sizeof (struct t7_2),
	_Alignof (struct t7_2),
	__builtin_offsetof (struct t7_2, m0),
	sizeof (int[2]),
	_Alignof (int[2]) };
struct t7_0 image7_0 = { { (int)0x26252423u, (int)0x2a292827u, (int)0x2e2d2c2bu } };
char image7_1 = (char)0x80u;
long long image7_2 = (long long)0x1817161514131211ull;
struct t7_1 image7_3 = { (short)0x1a19u, (char)0x81u };
struct t7_2 image7_4 = { { (int)0x1e1d1c1bu, (int)0x2221201fu } };

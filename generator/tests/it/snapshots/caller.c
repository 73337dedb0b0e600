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
union slot7 {
	char bytes[16];
	int v0;
} __attribute__((aligned(16)));
union slot7 returned7[3];
char arg7_0 = (char)0x80u;
long long arg7_1 = (long long)0x1817161514131211ull;
struct t7_1 arg7_2 = { (short)0x1a19u, (char)0x81u };
struct t7_2 arg7_3 = { { (int)0x1e1d1c1bu, (int)0x2221201fu } };
struct t7_0 f7(char, long long, struct t7_1, struct t7_2);
void call7(void)
{
	struct t7_0 r;
	r = f7(arg7_0, arg7_1, arg7_2, arg7_3);
	returned7[0].v0 = r.m0[0];
	returned7[1].v0 = r.m0[1];
	returned7[2].v0 = r.m0[2];
}

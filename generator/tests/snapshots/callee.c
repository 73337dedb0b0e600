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
	char v0;
	long long v1;
	short v2;
	int v3;
} __attribute__((aligned(16)));
union slot7 received7[6];
struct t7_0 result7 = { { (int)0x26252423u, (int)0x2a292827u, (int)0x2e2d2c2bu } };
void clobber7(void);
struct t7_0 f7(char a0, long long a1, struct t7_1 a2, struct t7_2 a3)
{
	clobber7();
	received7[0].v0 = a0;
	received7[1].v1 = a1;
	received7[2].v2 = a2.m0;
	received7[3].v0 = a2.m1;
	received7[4].v3 = a3.m0[0];
	received7[5].v3 = a3.m0[1];
	return result7;
}

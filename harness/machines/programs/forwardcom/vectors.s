// expect r0=50 exit=50
// Saves two vector registers, destroys them, restores them and adds their elements: 4 * (1 + 2 + 3 + 4) + 2 * 5.
code section read execute ip
__entry_point function public
int64 r3 = 4
int32 v1 = make_sequence(r3, 1)
int64 r4 = 8
int32 r9 = 5
int32 v2 = gp2vec(r9)
int32 v2 = broad(v2, r4)
push(sp, v1, 2)
clear(v1, 2)
pop(sp, v1, 2)
int64 r5 = get_len(v1)
int64 r6 = get_len(v2)
int32 v1 = v1 * 4
int64 r0 = 0
int64 r7 = 0
while (int64 r7 < 4) {
    int32 v3 = extract(v1, r7)
    int32 r9 = vec2gp(v3)
    int32 v3 = extract(v2, r7)
    int32 r10 = vec2gp(v3)
    int32 r0 = r0 + r9
    int32 r0 = r0 + r10
    int64 r7++
}
sys_call(1, 0x10)
__entry_point end
code end

# expect s0=0x64a87889
# Copies 203 bytes: single bytes up to a multiple of 64, then blocks, then single bytes; then a checksum
# c = c * 31 + byte over the copy.
        .globl main
main:   lea s0, to
        lea s1, from
        move s2, 203
        # Bytes 0 to 255 as source: (i * 7 + 3) & 255.
        move s3, 0
1:      mull_i s4, s3, 7
        add_i s4, s4, 3
        add_i s5, s1, s3
        store_8 s4, (s5)
        add_i s3, s3, 1
        cmpne_i s4, s3, 256
        bnz s4, 1b
        # Both are at the same distance, 5, from a multiple of 64.
        add_i s0, s0, 5
        add_i s1, s1, 5
        move s7, s0
2:      and s3, s0, 63
        bz s3, 3f
        load_u8 s4, (s1)
        store_8 s4, (s0)
        add_i s0, s0, 1
        add_i s1, s1, 1
        sub_i s2, s2, 1
        b 2b
3:      cmplt_i s3, s2, 64
        bnz s3, 4f
        load_v v0, (s1)
        store_v v0, (s0)
        add_i s0, s0, 64
        add_i s1, s1, 64
        sub_i s2, s2, 64
        b 3b
4:      bz s2, 5f
        load_u8 s4, (s1)
        store_8 s4, (s0)
        add_i s0, s0, 1
        add_i s1, s1, 1
        sub_i s2, s2, 1
        b 4b
5:      move s0, 0
        move s2, 203
6:      load_u8 s4, (s7)
        mull_i s0, s0, 31
        add_i s0, s0, s4
        add_i s7, s7, 1
        sub_i s2, s2, 1
        bnz s2, 6b
        ret
        .bss
        .align 64
from:   .space 256
        .align 64
to:     .space 256

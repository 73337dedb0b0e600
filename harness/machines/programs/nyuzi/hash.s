# expect s0=0x99acae5e
# FNV-1a over a string, a byte at a time, and its length through signed bytes.
        .globl main
main:   lea s1, text
        li s0, 0x811c9dc5
        li s3, 0x01000193
        move s5, 0
1:      load_s8 s2, (s1)
        bz s2, 2f
        and s2, s2, 255
        xor s0, s0, s2
        mull_i s0, s0, s3
        add_i s1, s1, 1
        add_i s5, s5, 1
        b 1b
2:      xor s0, s0, s5
        ret
        .section .rodata.str1.1, "aMS", @progbits, 1
text:   .asciz "crosscall: na\303\257ve \"quotes\" and a tab\t."

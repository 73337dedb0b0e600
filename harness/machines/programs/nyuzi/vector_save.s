# expect s0=0x00001948
# A function that saves v26 to v31 and s24, uses them, and restores them; the caller checks that they came
# back and adds up the lanes of the result.
        .globl main
main:   add_i sp, sp, -192
        store_32 ra, 188(sp)
        store_32 s24, 184(sp)
        store_v v26, 64(sp)
        store_v v31, (sp)
        lea s1, steps
        load_v v0, (s1)
        move v26, 1234
        mull_i v31, v0, 3
        move s24, 77
        move s0, 5
        call work
        # v26, v31 and s24 as before?
        cmpeq_i s2, v26, 1234
        mull_i v1, v0, 3
        shr v2, v0, 0
        cmpeq_i s3, s24, 77
        and s2, s2, s3
        load_v v3, (s1)
        mull_i v3, v3, 3
        cmpeq_i s4, v31, v3
        and s2, s2, s4
        li s5, 0xffff
        cmpeq_i s2, s2, s5
        bz s2, 2f
        # The sum of the lanes of v0.
        move s0, 0
        move s3, 15
1:      getlane s4, v0, s3
        add_i s0, s0, s4
        sub_i s3, s3, 1
        cmpge_i s4, s3, 0
        bnz s4, 1b
        b 3f
2:      move s0, -1
3:      load_v v31, (sp)
        load_v v26, 64(sp)
        load_32 s24, 184(sp)
        load_32 ra, 188(sp)
        add_i sp, sp, 192
        ret

# v0 = v0 * v0 * s0 + 17 lane by lane, by way of registers that must be saved.
work:   add_i sp, sp, -448
        store_v v26, (sp)
        store_v v27, 64(sp)
        store_v v28, 128(sp)
        store_v v29, 192(sp)
        store_v v30, 256(sp)
        store_v v31, 320(sp)
        store_32 s24, 384(sp)
        move s24, s0
        move v26, v0
        mull_i v27, v26, v26
        mull_i v28, v27, s24
        move v29, 17
        add_i v30, v28, v29
        xor v31, v31, v31
        or v0, v30, v31
        load_32 s24, 384(sp)
        load_v v31, 320(sp)
        load_v v30, 256(sp)
        load_v v29, 192(sp)
        load_v v28, 128(sp)
        load_v v27, 64(sp)
        load_v v26, (sp)
        add_i sp, sp, 448
        ret
        .section .rodata
        .align 64
steps:  .long 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15

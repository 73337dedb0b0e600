# expect s0=0x00049bde
# Collatz lengths of 1 to 16 lane by lane: lanes that have reached 1 are masked out; the sum of
# length << lane.
        .globl main
main:   lea s1, steps
        load_v v0, (s1)
        move v1, 0
        li s2, 0xffff
1:      cmpne_i s3, v0, 1
        and s2, s2, s3
        bz s2, 2f
        and v2, v0, 1
        cmpeq_i s4, v2, 0
        and s5, s2, s4                # even lanes
        xor s4, s4, -1
        and s6, s2, s4                # odd lanes
        shr_mask v0, s5, v0, 1
        mull_i_mask v0, s6, v0, 3
        add_i_mask v0, s6, v0, 1
        add_i_mask v1, s2, v1, 1
        b 1b
2:      move s0, 0
        move s3, 0
3:      getlane s4, v1, s3
        shl s4, s4, s3
        xor s0, s0, s4
        add_i s3, s3, 1
        cmplt_i s4, s3, 16
        bnz s4, 3b
        ret
        .section .rodata
        .align 64
steps:  .long 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16

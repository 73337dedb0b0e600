//! Fields of 256 elements, over which ciphers compute.

/// The product of two elements of the field whose irreducible polynomial, without its highest term, is given.
pub(super) const fn times(mut a: u8, mut b: u8, polynomial: u8) -> u8 {
    let mut product = 0;
    while b != 0 {
        if b & 1 == 1 {
            product ^= a;
        }
        a = a << 1 ^ if a & 0x80 == 0 { 0 } else { polynomial };
        b >>= 1;
    }
    product
}

/// The inverse of an element: its 254th power, which for 0 is 0.
pub(super) fn inverse(element: u8, polynomial: u8) -> u8 {
    (0..254).fold(1, |power, _| times(power, element, polynomial))
}

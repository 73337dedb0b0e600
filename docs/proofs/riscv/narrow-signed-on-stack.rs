// The call of narrow-signed-on-stack.c in Rust, without a library.
#![feature(no_core, lang_items, auto_traits)]
#![no_core]
#[lang = "pointee_sized"] trait PointeeSized {}
#[lang = "meta_sized"] trait MetaSized: PointeeSized {}
#[lang = "sized"] trait Sized: MetaSized {}
#[lang = "freeze"] unsafe auto trait Freeze {}
#[lang = "copy"] trait Copy {}
impl Copy for i8 {}
impl Copy for usize {}
#[lang = "neg"] trait Neg { type Output; fn neg(self) -> Self::Output; }
impl Neg for i8 { type Output = i8; fn neg(self) -> i8 { -self } }
#[lang = "drop_in_place"] unsafe fn drop_in_place<T: PointeeSized>(_: *mut T) {}

extern "C" {
	fn callee(a: usize, b: usize, c: usize, d: usize, e: usize, f: usize, g: usize, h: usize, last: i8) -> usize;
}
#[no_mangle] pub static mut value: i8 = -119;
#[no_mangle] pub unsafe extern "C" fn call() -> usize {
	callee(1, 2, 3, 4, 5, 6, 7, 8, value)
}

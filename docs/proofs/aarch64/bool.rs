// The called half of bool.c in Rust, without a library.
#![feature(no_core, lang_items)]
#![no_core]
#[lang = "pointee_sized"] trait PointeeSized {}
#[lang = "meta_sized"] trait MetaSized: PointeeSized {}
#[lang = "sized"] trait Sized: MetaSized {}
#[lang = "copy"] trait Copy {}
impl Copy for bool {}
impl Copy for usize {}

#[no_mangle] pub extern "C" fn callee(flag: bool) -> usize {
	flag as usize
}

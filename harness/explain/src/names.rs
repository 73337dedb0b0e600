//! Names that people use without the header that defines them, as each target has them.

use crosscall_declarations::HeaderName;
use crosscall_declarations::environment::header_name;
use crosscall_model::c::type_name;
use crosscall_model::{Scalar, Target, Type};
use crosscall_oracle::abi::{OpenWidths, SystemWidths, c_environment};

/// Type of a name on a target; none where headers do not define it.
pub(super) fn name(target: Target, name: &str) -> Option<HeaderName> {
    let bare = bare(name);
    if let Some(known) = said(target, name).or_else(|| said(target, bare)) {
        return Some(known);
    }
    if let Some(scalar) = header_name(name).or_else(|| exact(name)).or_else(|| of_c(bare)) {
        return Some(known(scalar, None));
    }
    if let Some(known) = left_open(target, name).or_else(|| left_open(target, bare)) {
        return Some(known);
    }
    if let Some(scalar) = custom(name) {
        let note =
            format!("`{name}` is taken for `{}`, as it mostly is; no C header says so", scalar.c_name());
        return Some(known(scalar, Some(note)));
    }
    let environment = c_environment(target);
    if is_list(name) {
        let clause = environment.list_clause.map(|clause| format!(" ({clause})")).unwrap_or_default();
        let note = format!("what a `va_list` is, the document does not say: taken for one pointer{clause}");
        return Some(known(Type::DataPointer, Some(note)));
    }
    if OPAQUE.contains(&name) {
        return Some(HeaderName { ty: None, note: None, chosen: false });
    }
    (environment.built_in)(name).map(|ty| known(ty, None))
}

/// Type of a name on a target even where a text declares it, as C itself gives its width. In a text that was
/// preprocessed for another machine, also what only the system's headers say.
pub(super) fn standard(target: Target, name: &str, foreign: bool) -> Option<HeaderName> {
    let bare = bare(name);
    if let Some(scalar) = of_c(bare) {
        return Some(known(scalar, None));
    }
    let open = || said(target, bare).or_else(|| left_open(target, bare)).or_else(|| library(bare));
    if foreign { open() } else { None }
}

/// True for a name of the type `va_list`.
fn is_list(name: &str) -> bool {
    matches!(name, "va_list" | "__builtin_va_list" | "__gnuc_va_list")
}

/// A name whose type the document says.
fn said(target: Target, name: &str) -> Option<HeaderName> {
    let is_one = |of: &str| of == name || is_list(of) && is_list(name);
    let (_, ty, clause) = c_environment(target).said.iter().find(|(of, ..)| is_one(of))?;
    let note = format!("`{name}` is `{}` ({clause})", type_name(ty));
    Some(known(ty.clone(), Some(note)))
}

/// A name of a type.
fn known(ty: impl Into<Type>, note: Option<String>) -> HeaderName {
    HeaderName { ty: Some(ty.into()), note, chosen: false }
}

/// A name without what C libraries put before those that they use themselves: `__uint64_t`, `__darwin_size_t`.
fn bare(name: &str) -> &str {
    let inner = name.strip_prefix("__darwin_").or(name.strip_prefix("__"));
    inner.or(name.strip_prefix('_')).filter(|inner| inner.ends_with("_t")).unwrap_or(name)
}

/// Names of which C or POSIX says how wide they are, or that they are as wide as an address. `bool` is none: a text may
/// have its own.
fn of_c(name: &str) -> Option<Scalar> {
    header_name(name).filter(|scalar| *scalar != Scalar::Bool).or_else(|| exact(name))
}

/// A name whose width C or POSIX leaves to the compiler or to the library.
fn left_open(target: Target, name: &str) -> Option<HeaderName> {
    let environment = c_environment(target);
    let (scalar, chooser) = match compilers_choice(environment.widths, name) {
        Some(scalar) => (scalar, environment.compiler),
        None if environment.system == SystemWidths::Glibc => {
            (glibc(target, name).or_else(|| posix(name))?, "glibc")
        }
        None => (posix(name)?, "C libraries mostly have it"),
    };
    let has = if chooser.ends_with("it") { "" } else { " has it" };
    let note =
        format!("how wide `{name}` is, no document says: taken for `{}`, as {chooser}{has}", scalar.c_name());
    Some(HeaderName { chosen: true, ..known(scalar, Some(note)) })
}

/// Names of POSIX whose width each C library chooses.
fn posix(name: &str) -> Option<Scalar> {
    Some(match name {
        "time_t" | "clock_t" | "off_t" | "suseconds_t" | "blksize_t" | "blkcnt_t" => Scalar::Long,
        "dev_t" | "ino_t" | "nlink_t" | "rlim_t" | "fsblkcnt_t" | "fsfilcnt_t" => Scalar::UnsignedLong,
        "pid_t" | "key_t" | "clockid_t" | "nl_item" => Scalar::Int,
        "uid_t" | "gid_t" | "id_t" | "mode_t" | "useconds_t" | "socklen_t" => Scalar::UnsignedInt,
        "sa_family_t" => Scalar::UnsignedShort,
        _ => return None,
    })
}

/// Names of POSIX of which glibc has another choice than most libraries, in the ports that [`SystemWidths::Glibc`] is about.
fn glibc(target: Target, name: &str) -> Option<Scalar> {
    let is_wide = target.word() > 4;
    Some(match name {
        "time_t" | "suseconds_t" | "off_t" | "blkcnt_t" if !is_wide => Scalar::LongLong,
        "dev_t" | "ino_t" | "rlim_t" | "fsblkcnt_t" | "fsfilcnt_t" if !is_wide => Scalar::UnsignedLongLong,
        "nlink_t" => Scalar::UnsignedInt,
        "blksize_t" => Scalar::Int,
        _ => return None,
    })
}

/// Names of common libraries whose headers are made for one machine when the library is built, with what the library
/// says that they are.
fn library(name: &str) -> Option<HeaderName> {
    let (scalar, what) = match name {
        "curl_off_t" => (Scalar::LongLong, "curl says that it has 64 bits"),
        "gsize" => (Scalar::Size, "GLib says that it is a `size_t`"),
        "gssize" => (Scalar::PointerDifference, "GLib says that it is as wide as a `size_t`"),
        "gintptr" => (Scalar::PointerDifference, "GLib says that it is an `intptr_t`"),
        "guintptr" => (Scalar::Size, "GLib says that it is a `uintptr_t`"),
        "tmsize_t" => (Scalar::PointerDifference, "libtiff says that it is as wide as an address"),
        _ => return None,
    };
    let note =
        format!("`{name}` is taken for `{}`: {what}, and the text has another machine's", scalar.c_name());
    Some(known(scalar, Some(note)))
}

/// Types that the C library keeps to itself.
const OPAQUE: &[&str] = &["FILE", "DIR", "fpos_t", "mbstate_t", "max_align_t"];

/// Names whose width C itself gives, on targets with a `char` of 8 bits, a `short` of 16, an `int` of 32 and a
/// `long long` of 64: the smallest type that is wide enough is the one that is exactly as wide.
fn exact(name: &str) -> Option<Scalar> {
    Some(match name {
        "int_least8_t" => Scalar::SignedChar,
        "uint_least8_t" | "char8_t" => Scalar::UnsignedChar,
        "int_least16_t" => Scalar::Short,
        "uint_least16_t" | "char16_t" => Scalar::UnsignedShort,
        "int_least32_t" => Scalar::Int,
        "uint_least32_t" | "char32_t" => Scalar::UnsignedInt,
        // The others are GNU's, with the width in the name or, of the old ones, in the manual.
        "int_least64_t" | "intmax_t" | "off64_t" | "loff_t" | "quad_t" => Scalar::LongLong,
        "uint_least64_t" | "uintmax_t" | "u_quad_t" | "ino64_t" | "rlim64_t" => Scalar::UnsignedLongLong,
        "in_addr_t" => Scalar::UnsignedInt,
        "in_port_t" => Scalar::UnsignedShort,
        "__SIZE_TYPE__" => Scalar::Size,
        "__PTRDIFF_TYPE__" => Scalar::PointerDifference,
        "__WCHAR_TYPE__" => Scalar::WideChar,
        _ => return None,
    })
}

/// Names whose width C leaves to the compiler.
fn compilers_choice(widths: OpenWidths, name: &str) -> Option<Scalar> {
    let gcc = widths == OpenWidths::GccNewlib;
    Some(match name {
        "int_fast8_t" if gcc => Scalar::Int,
        "uint_fast8_t" if gcc => Scalar::UnsignedInt,
        "int_fast16_t" if gcc => Scalar::Int,
        "uint_fast16_t" if gcc => Scalar::UnsignedInt,
        "int_fast8_t" => Scalar::SignedChar,
        "uint_fast8_t" => Scalar::UnsignedChar,
        "int_fast16_t" => Scalar::Short,
        "uint_fast16_t" => Scalar::UnsignedShort,
        "int_fast32_t" => Scalar::Int,
        "uint_fast32_t" => Scalar::UnsignedInt,
        "int_fast64_t" => Scalar::LongLong,
        "uint_fast64_t" => Scalar::UnsignedLongLong,
        "wint_t" if gcc => Scalar::UnsignedInt,
        "wint_t" | "sig_atomic_t" => Scalar::Int,
        _ => return None,
    })
}

/// Names that many programs define for themselves, always in the same way.
fn custom(name: &str) -> Option<Scalar> {
    Some(match name {
        "u8" | "__u8" | "u_char" | "uchar" | "byte" => Scalar::UnsignedChar,
        "s8" | "__s8" | "i8" => Scalar::SignedChar,
        "u16" | "__u16" | "__le16" | "__be16" | "u_short" | "ushort" => Scalar::UnsignedShort,
        "s16" | "__s16" | "i16" => Scalar::Short,
        "u32" | "__u32" | "__le32" | "__be32" | "u_int" | "uint" => Scalar::UnsignedInt,
        "s32" | "__s32" | "i32" => Scalar::Int,
        "u64" | "__u64" | "__le64" | "__be64" => Scalar::UnsignedLongLong,
        "s64" | "__s64" | "i64" => Scalar::LongLong,
        "u_long" | "ulong" => Scalar::UnsignedLong,
        _ => return None,
    })
}

//! A compiler's behaviour in an explained call, beside the document's.

pub mod preprocess;
pub mod real;
pub mod real_text;

#[cfg(test)]
mod tests;

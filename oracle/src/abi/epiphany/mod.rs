//! The Epiphany ABI document as rules.

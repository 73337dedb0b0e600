//! C text of types and declarations: printing and parsing.

//! Suggestions for text that is not current C.

/// Suggestion for a word in the place of a type.
pub(crate) fn no_type(word: &str) -> Option<String> {
    let text = match word {
        "class" => {
            "write the class as a `struct` with its data members: without virtual functions it is laid out the same"
        }
        "template" | "typename" => "write the function that the template becomes, with its types put in",
        "namespace" | "using" => "leave it out, and write names without `::`",
        "public" | "private" | "protected" | "virtual" | "friend" | "explicit" | "mutable" | "operator" => {
            "give the declaration in C: a member function takes the address of its object as first parameter"
        }
        "constexpr" | "consteval" | "constinit" => "leave this word out",
        "std" => "write names without `std::`; `std::size_t` is `size_t`",
        _ => return None,
    };
    Some(format!("`{word}` is C++, and C is read here: {text}"))
}

/// Suggestion for a token that is not allowed in its place in C.
pub(crate) fn unexpected(word: &str) -> Option<&'static str> {
    Some(match word {
        "&" | "&&" => "this is C++, and C is read here: a reference travels as a pointer; write `*`",
        "::" => "this is C++, and C is read here: write names without namespaces",
        "<" => "this is C++, and C is read here: write the types that a template becomes",
        "noexcept" | "override" | "final" => "this is C++, and C is read here: leave the word out",
        "public" | "private" | "protected" => "this is C++, and C is read here: leave the access out",
        "operator" => "this is C++, and C is read here: give the function a name",
        _ => return None,
    })
}

/// Message about an old-style definition, whose parameters have their types after the parentheses.
pub(crate) const OLD_STYLE: &str = "this is a definition in the style before C89; write the types into the parentheses, \
    such as `int f(int a, double b)` (called without such a declaration in sight, a `float` travels as a `double` and a \
    `char` or `short` as an `int`)";

//! Functions that are entered or written in another way than C has it, of the documents that speak of such.

use crosscall_base::error::Error;
use crosscall_generator::valid::form_fits;
use crosscall_model::{Case, Form, Target};

/// A form that can be asked for.
struct Asked {
    form: Form,
    target: Target,
    /// Its requirements.
    needs: &'static str,
    /// Note below the picture.
    note: &'static str,
}

const FORMS: &[Asked] = &[
    Asked {
        form: Form::Vertex,
        target: Target::Ipu,
        needs: "a function without parameters and result, `void f(void)`",
        note: "a vertex: the machine enters it, and no code calls it",
    },
    Asked {
        form: Form::Method,
        target: Target::ForwardCom,
        needs: "a pointer to the object as its first parameter",
        note: "a member function: the first parameter is the address of its object",
    },
    Asked {
        form: Form::Pair,
        target: Target::ForwardCom,
        needs: "a structure of two members as its result, which stands for two results",
        note: "a function with two results: the members of the structure are returned each for itself",
    },
    Asked {
        form: Form::Variable,
        target: Target::ForwardCom,
        needs: "a vector among its parameters or as its result, and none in a record",
        note: "its vectors are of variable length",
    },
];

/// Note about a form below the picture; none for a plain function.
pub fn note(form: Form) -> Option<&'static str> {
    FORMS.iter().find(|asked| asked.form == form).map(|asked| asked.note)
}

/// Names of the forms that can be asked for.
pub fn names() -> impl Iterator<Item = &'static str> {
    FORMS.iter().map(|asked| asked.form.name())
}

/// Checks that a function can have its form.
///
/// # Errors
/// Where the document does not speak of it, or the signature does not fit.
pub fn check(case: &Case) -> Result<(), Error> {
    let form = case.style.form;
    let Some(asked) = FORMS.iter().find(|asked| asked.form == form) else { return Ok(()) };
    if asked.target != case.target {
        let message = format!("{} does not speak of it; {} does", case.target, asked.target);
        return Err(Error::Input(format!("--form {}: {message}", form.name())));
    }
    if !form_fits(case) {
        return Err(Error::Input(format!("--form {}: needs {}", form.name(), asked.needs)));
    }
    Ok(())
}

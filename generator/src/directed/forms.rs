//! Cases about the forms in which C writes a function: without a prototype, with a `va_list` that is passed on,
//! nested.

use super::*;

/// Adds each form with few and many arguments, and with a result in memory.
pub(super) fn forms(list: &mut List) {
    let registers = list.registers();
    let mut add = |form: Form, result: Option<Type>, parameters: Vec<Type>, variadic: Option<Vec<Type>>| {
        list.add(Signature { result, parameters, variadic }, Style { form, ..Style::PLAIN });
    };
    let large = || structure(&[Int, Int, Int, Int, Int]);
    let mixed = || vec![Int.into(), LongLong.into(), Int.into(), Double.into(), structure(&[Char, Int])];
    add(Form::Unprototyped, None, vec![Int.into()], None);
    add(Form::Nested, None, vec![Int.into()], None);
    add(Form::VaListPassed, None, vec![Int.into()], Some(vec![Int.into(), LongLong.into()]));
    add(Form::VaListPointer, None, vec![Int.into()], Some(vec![Int.into(), LongLong.into()]));
    add(Form::Unprototyped, Some(Scalar::Short.into()), mixed(), None);
    add(Form::Nested, Some(LongLong.into()), mixed(), None);
    for form in [Form::VaListPassed, Form::VaListPointer] {
        add(form, Some(Int.into()), vec![Int.into(); registers - 1], Some(mixed()));
        add(form, Some(large()), vec![Int.into()], Some(vec![Int.into(); 2 * registers + 1]));
        add(form, None, vec![LongLong.into(); 2], Some(vec![large(), Double.into()]));
    }
    add(Form::Unprototyped, Some(large()), vec![Int.into(); registers + 2], None);
    add(Form::Unprototyped, None, Vec::new(), None);
    add(Form::Nested, Some(large()), vec![large(), Char.into(), Int.into(), Int.into(), Int.into()], None);
    add(Form::Nested, None, vec![Int.into()], Some(mixed()));
}

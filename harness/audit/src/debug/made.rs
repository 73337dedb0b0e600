//! Small objects with debug information, made by hand: seeds of a fuzz target, and material of tests.

use crosscall_machines::object_file::{Binding, ObjectFile, Section, Symbol, SymbolPlace};
use gimli::constants as dw;

/// An attribute's value with its form.
#[derive(Debug, Clone)]
pub(crate) enum Is {
    /// A number of one byte.
    U8(u8),
    /// A number of any size.
    Udata(u64),
    /// A number with a sign.
    Sdata(i64),
    /// A text.
    Text(&'static str),
    /// Another entry, by its distance from the start of the unit.
    Entry(u32),
    /// An address of the width of the unit's.
    Address(u64),
    /// An expression.
    Expression(Vec<u8>),
    /// Yes.
    Flag,
}

/// Debug information of one unit.
#[derive(Debug)]
pub(crate) struct Made {
    abbreviations: Vec<u8>,
    info: Vec<u8>,
    next: u64,
    address_bytes: u8,
}

fn uleb(out: &mut Vec<u8>, mut value: u64) {
    loop {
        let byte = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            out.push(byte);
            return;
        }
        out.push(byte | 0x80);
    }
}

fn sleb(out: &mut Vec<u8>, mut value: i64) {
    loop {
        let byte = (value & 0x7f) as u8;
        value >>= 7;
        let is_last = value == 0 && byte & 0x40 == 0 || value == -1 && byte & 0x40 != 0;
        if is_last {
            out.push(byte);
            return;
        }
        out.push(byte | 0x80);
    }
}

/// Address of the first instruction of an object's code, once it has been read.
pub(crate) const CODE: u64 = 0x1_0000;

impl Made {
    /// A unit of a language by a producer.
    pub(crate) fn new(address_bytes: u8, language: gimli::DwLang, producer: &'static str) -> Made {
        let mut info = vec![0; 4];
        info.extend(4u16.to_le_bytes());
        info.extend(0u32.to_le_bytes());
        info.push(address_bytes);
        let mut made = Made { abbreviations: Vec::new(), info, next: 1, address_bytes };
        let language = Is::Udata(language.0.into());
        let attributes = [(dw::DW_AT_language, language), (dw::DW_AT_producer, Is::Text(producer))];
        made.entry(dw::DW_TAG_compile_unit, true, &attributes);
        made
    }

    /// Adds an entry; returns its distance from the start of the unit. One with others inside is ended by [`Made::end`].
    pub(crate) fn entry(
        &mut self,
        tag: gimli::DwTag,
        has_inner: bool,
        attributes: &[(gimli::DwAt, Is)],
    ) -> u32 {
        let at = u32::try_from(self.info.len()).unwrap_or(0);
        uleb(&mut self.abbreviations, self.next);
        uleb(&mut self.abbreviations, tag.0.into());
        self.abbreviations.push(u8::from(has_inner));
        uleb(&mut self.info, self.next);
        self.next += 1;
        for (name, value) in attributes {
            uleb(&mut self.abbreviations, name.0.into());
            let form = match value {
                Is::U8(number) => {
                    self.info.push(*number);
                    dw::DW_FORM_data1
                }
                Is::Udata(number) => {
                    uleb(&mut self.info, *number);
                    dw::DW_FORM_udata
                }
                Is::Sdata(number) => {
                    sleb(&mut self.info, *number);
                    dw::DW_FORM_sdata
                }
                Is::Text(text) => {
                    self.info.extend(text.bytes());
                    self.info.push(0);
                    dw::DW_FORM_string
                }
                Is::Entry(at) => {
                    self.info.extend(at.to_le_bytes());
                    dw::DW_FORM_ref4
                }
                Is::Address(address) => {
                    let bytes = address.to_le_bytes();
                    self.info.extend(bytes.get(..usize::from(self.address_bytes)).unwrap_or_default());
                    dw::DW_FORM_addr
                }
                Is::Expression(bytes) => {
                    uleb(&mut self.info, bytes.len() as u64);
                    self.info.extend(bytes);
                    dw::DW_FORM_exprloc
                }
                Is::Flag => dw::DW_FORM_flag_present,
            };
            uleb(&mut self.abbreviations, form.0.into());
        }
        self.abbreviations.extend([0, 0]);
        at
    }

    /// Ends an entry with others inside.
    pub(crate) fn end(&mut self) {
        self.info.push(0);
    }

    /// A base type.
    pub(crate) fn base(&mut self, name: &'static str, encoding: gimli::DwAte, size: u8) -> u32 {
        let attributes = [
            (dw::DW_AT_name, Is::Text(name)),
            (dw::DW_AT_encoding, Is::U8(encoding.0)),
            (dw::DW_AT_byte_size, Is::U8(size)),
        ];
        self.entry(dw::DW_TAG_base_type, false, &attributes)
    }

    /// A structure with members: name, type, and place in bytes.
    pub(crate) fn record(
        &mut self,
        name: &'static str,
        size: u64,
        members: &[(&'static str, u32, u64)],
    ) -> u32 {
        let attributes = [(dw::DW_AT_name, Is::Text(name)), (dw::DW_AT_byte_size, Is::Udata(size))];
        let at = self.entry(dw::DW_TAG_structure_type, true, &attributes);
        for (name, ty, place) in members {
            let attributes = [
                (dw::DW_AT_name, Is::Text(name)),
                (dw::DW_AT_type, Is::Entry(*ty)),
                (dw::DW_AT_data_member_location, Is::Udata(*place)),
            ];
            self.entry(dw::DW_TAG_member, false, &attributes);
        }
        self.end();
        at
    }

    /// A function at the start of the code with parameters: name, type, and expression of the place.
    pub(crate) fn function(&mut self, name: &'static str, parameters: &[(&'static str, u32, Vec<u8>)]) {
        let attributes = [
            (dw::DW_AT_name, Is::Text(name)),
            (dw::DW_AT_external, Is::Flag),
            (dw::DW_AT_prototyped, Is::Flag),
            (dw::DW_AT_low_pc, Is::Address(CODE)),
            (dw::DW_AT_frame_base, Is::Expression(vec![dw::DW_OP_call_frame_cfa.0])),
        ];
        self.entry(dw::DW_TAG_subprogram, true, &attributes);
        for (name, ty, place) in parameters {
            let attributes = [
                (dw::DW_AT_name, Is::Text(name)),
                (dw::DW_AT_type, Is::Entry(*ty)),
                (dw::DW_AT_location, Is::Expression(place.clone())),
            ];
            self.entry(dw::DW_TAG_formal_parameter, false, &attributes);
        }
        self.end();
    }

    /// An object with this debug information, four bytes of code, and a symbol for them.
    pub(crate) fn object(mut self, function: &str) -> ObjectFile {
        self.info.push(0);
        self.abbreviations.push(0);
        let length = u32::try_from(self.info.len() - 4).unwrap_or(0);
        for (byte, place) in length.to_le_bytes().into_iter().zip(&mut self.info) {
            *place = byte;
        }
        let section = |name: &str, flags: u64, data: Vec<u8>| Section {
            name: name.to_owned(),
            kind: 1,
            flags,
            align: 1,
            size: data.len() as u64,
            data,
            relocations: Vec::new(),
        };
        ObjectFile {
            name: "made".to_owned(),
            sections: vec![
                section(".text", 6, vec![0; 4]),
                section(".debug_abbrev", 0, self.abbreviations),
                section(".debug_info", 0, self.info),
            ],
            symbols: vec![Symbol {
                name: function.to_owned(),
                binding: Binding::Global,
                kind: 2,
                value: 0,
                size: 4,
                place: SymbolPlace::Section(0),
            }],
            ..ObjectFile::default()
        }
    }
}

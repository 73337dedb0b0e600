//! Starting a function as the loader does: EPIPHANY-MEM. The loader fills fixed structures in low
//! memory and a block of arguments; the start-up code calls the function with them.

use super::registers;
use crate::abi::rules::Rules;
use crate::choose::Chooser;
use crosscall_clauses::epiphany::{StartStackArguments, clause};
use crosscall_model::layout::Image;
use crosscall_model::plan::{ClauseId, Extension, Passed, Piece, Place, Plan, Transfer};
use crosscall_model::target::Register;

mod documented;

pub(super) use documented::documented_structs;

/// Flag for the start-up code: leave `.bss` as it is (EPIPHANY-MEM-15, -MEM-16).
pub const BSS_CLEARED_FLAG: u32 = 1;
/// Flag for the start-up code: call a function with arguments (EPIPHANY-MEM-15, -MEM-17).
pub const CUSTOM_ARGS_FLAG: u32 = 2;

/// Address of the workgroup configuration (EPIPHANY-MEM-05).
pub const WORKGROUP: u64 = 0x28;
/// Address of the external memory configuration (EPIPHANY-MEM-07).
pub const EXTERNAL_MEMORY: u64 = 0x50;
/// Address of the loader configuration (EPIPHANY-MEM-09).
pub const LOADER: u64 = 0x58;

/// Addresses and settings that the loader knows or chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Address of the function to call.
    pub function: u32,
    /// Address of the block of arguments, which is 40 bytes long (EPIPHANY-MEM-11), a multiple of 4.
    pub args: u32,
    /// Address of the bytes of stack arguments, a multiple of 8.
    pub spill: u32,
    /// Address of composites that are passed by address, and of the room for a result in memory; used from
    /// here upwards.
    pub data: u32,
    /// True if `.bss` is said to be clear already.
    pub bss_cleared: bool,
    /// The workgroup configuration: objtype, chiptype, group_id, group_row, group_col, group_rows,
    /// group_cols, core_row, core_col.
    pub workgroup: [u32; 9],
    /// The external memory configuration: objtype, base.
    pub external_memory: [u32; 2],
}

/// Memory that the loader writes before the core starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preparation {
    /// Addresses and bytes, in ascending order, not overlapping.
    pub writes: Vec<(u32, Vec<u8>)>,
    /// Address of the room for a result in memory, if there is one.
    pub result: Option<u32>,
}

/// State of the machine when the function is entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedStart {
    /// Address of the function.
    pub pc: u32,
    /// Contents of r0 to r3, whole words as the block of arguments has them.
    pub registers: Vec<(Register, u32)>,
    /// The stack pointer, where the reading in force fixes it.
    pub sp: Option<u32>,
    /// Alignment of the stack pointer in bytes.
    pub sp_align: u64,
    /// Distance of the first stack argument from the stack pointer, and its bytes with those that
    /// follow.
    pub stack: (u64, Vec<u8>),
    /// True if `.bss` must hold what it held when the core started; otherwise nothing is said.
    pub bss_survives: bool,
    /// Clauses on the state at entry, the most telling first.
    pub clauses: Vec<ClauseId>,
    /// Clauses on `.bss`.
    pub bss_clauses: Vec<ClauseId>,
}

/// Why a plan cannot be started by the loader.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// An argument is somewhere else than in r0 to r3 and on the stack.
    #[error("argument `{0}` is neither in r0 to r3 nor on the stack")]
    Place(String),
    /// An address of the request is not aligned as the document demands.
    #[error("{0} is not aligned to {1} bytes")]
    Alignment(&'static str, u32),
    /// The arguments do not fit below the end of the address space.
    #[error("the arguments do not fit into memory")]
    Room,
}

/// Registers, stack and data of a plan's arguments.
struct Arguments {
    registers: [[u8; 4]; 4],
    stack: Vec<u8>,
    data: Vec<(u32, Vec<u8>)>,
    result: Option<u32>,
}

/// Lays out what the loader writes for a plan.
///
/// # Errors
/// When an address is not aligned, or an argument cannot be passed in this way.
pub fn prepare(plan: &Plan, request: &Request) -> Result<Preparation, StartError> {
    for (name, address, align) in
        [("the block of arguments", request.args, 4), ("the stack spill", request.spill, 8)]
    {
        if address % align != 0 {
            return Err(StartError::Alignment(name, align));
        }
    }
    let arguments = gather(plan, request)?;
    let spill_size = u32::try_from(arguments.stack.len()).map_err(|_| StartError::Room)?;
    let mut flags = CUSTOM_ARGS_FLAG;
    if request.bss_cleared {
        flags |= BSS_CLEARED_FLAG;
    }
    let mut workgroup = words(&request.workgroup);
    workgroup.extend([0; 4]);
    let mut args: Vec<u8> = arguments.registers.concat();
    // function_ptr and its high half, stack_spill_size, padding, stack_spill_ptr and its high half.
    args.extend(words(&[request.function, 0, spill_size, 0, request.spill, 0]));
    let mut writes = vec![
        (WORKGROUP as u32, workgroup),
        (EXTERNAL_MEMORY as u32, words(&request.external_memory)),
        // flags, padding, args_ptr, padding.
        (LOADER as u32, words(&[flags, 0, request.args, 0])),
        (request.args, args),
    ];
    if !arguments.stack.is_empty() {
        writes.push((request.spill, arguments.stack));
    }
    writes.extend(arguments.data);
    writes.sort();
    Ok(Preparation { writes, result: arguments.result })
}

/// The state of the machine that is demanded when the function is entered.
///
/// # Errors
/// As [`prepare`].
pub fn expected_start(
    plan: &Plan,
    request: &Request,
    chooser: &mut Chooser<'_>,
) -> Result<ExpectedStart, StartError> {
    let mut rules = Rules::new(chooser);
    let arguments = gather(plan, request)?;
    let area = plan.stack.callee_area;
    let has_stack = !arguments.stack.is_empty();
    let in_place = has_stack && rules.is(StartStackArguments::StackPointerSet);
    let sp = in_place.then(|| request.spill.wrapping_sub(area as u32));
    let registers = (0u16..).map(Register).zip(arguments.registers.map(u32::from_le_bytes)).collect();
    let mut clauses =
        vec![clause::MEM_17, clause::MEM_15, clause::MEM_11, clause::MEM_10, clause::MEM_09, clause::MEM_02];
    if has_stack {
        clauses.extend([clause::MEM_14, clause::MEM_13]);
    }
    Ok(ExpectedStart {
        pc: request.function,
        registers,
        sp,
        sp_align: plan.stack.align_at_call.0,
        stack: (area, arguments.stack),
        bss_survives: request.bss_cleared,
        clauses,
        bss_clauses: vec![clause::MEM_16, clause::MEM_15],
    })
}

/// Addresses and contents of the structures that the program may read after its start, with the
/// clauses that put them there: the loader's structures have to survive until then.
pub fn expected_configuration(request: &Request) -> Vec<(u32, Vec<u8>, Vec<ClauseId>)> {
    let mut workgroup = words(&request.workgroup);
    workgroup.extend([0; 4]);
    vec![
        (WORKGROUP as u32, workgroup, vec![clause::MEM_05, clause::MEM_06, clause::MEM_02]),
        (
            EXTERNAL_MEMORY as u32,
            words(&request.external_memory),
            vec![clause::MEM_07, clause::MEM_08, clause::MEM_02],
        ),
    ]
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

fn gather(plan: &Plan, request: &Request) -> Result<Arguments, StartError> {
    let stack_bytes = plan.stack.argument_bytes.saturating_sub(plan.stack.callee_area);
    let stack_bytes = usize::try_from(stack_bytes.next_multiple_of(8)).map_err(|_| StartError::Room)?;
    let filler = crate::abi::PADDING;
    let mut all = Arguments {
        registers: [[filler; 4]; 4],
        stack: vec![filler; stack_bytes],
        data: Vec::new(),
        result: None,
    };
    let mut free = request.data;
    for (passed, is_result) in
        plan.arguments.iter().map(|p| (p, false)).chain(plan.result.iter().map(|p| (p, true)))
    {
        match &passed.transfer {
            Transfer::Direct(pieces) if !is_result => {
                put(&mut all, passed, pieces, &passed.image, plan)?;
            }
            Transfer::ByReference { pointer, align, .. } => {
                let align = u32::try_from(*align).map_err(|_| StartError::Room)?.max(1);
                let at = free.checked_next_multiple_of(align).ok_or(StartError::Room)?;
                let len = u32::try_from(passed.image.bytes.len()).map_err(|_| StartError::Room)?;
                free = at.checked_add(len).ok_or(StartError::Room)?;
                let address = Image { bytes: at.to_le_bytes().to_vec(), mask: vec![0xff; 4] };
                put(&mut all, passed, pointer, &address, plan)?;
                if is_result {
                    all.result = Some(at);
                } else {
                    all.data.push((at, passed.image.bytes.clone()));
                }
            }
            _ => {}
        }
    }
    Ok(all)
}

/// Writes the pieces of one value with what lies above them.
fn put(
    all: &mut Arguments,
    passed: &Passed,
    pieces: &[Piece],
    image: &Image,
    plan: &Plan,
) -> Result<(), StartError> {
    for piece in pieces {
        let wrong = || StartError::Place(passed.name.clone());
        let from = piece.offset as usize;
        let mut bytes = image.bytes.get(from..from + piece.len as usize).ok_or_else(wrong)?.to_vec();
        let top = bytes.last().copied().unwrap_or(0);
        match piece.rest {
            Extension::Unspecified | Extension::Length(_) => {}
            Extension::Zero(to) => bytes.resize(bytes.len().max(usize::from(to)), 0),
            Extension::Ones(to) => bytes.resize(bytes.len().max(usize::from(to)), 0xff),
            Extension::Sign(to) => {
                bytes.resize(bytes.len().max(usize::from(to)), if top & 0x80 != 0 { 0xff } else { 0 });
            }
        }
        let place = match piece.place {
            Place::Register { register, byte } if register != registers::LINK => {
                all.registers.get_mut(usize::from(register.0)).and_then(|r| r.get_mut(usize::from(byte)..))
            }
            Place::Register { .. } | Place::Pointed { .. } => None,
            Place::Stack { offset } => {
                let offset = u64::try_from(offset).ok().and_then(|o| o.checked_sub(plan.stack.callee_area));
                let offset = offset.and_then(|o| usize::try_from(o).ok());
                offset.and_then(|o| all.stack.get_mut(o..))
            }
        };
        let place = place.and_then(|p| p.get_mut(..bytes.len())).ok_or_else(wrong)?;
        place.copy_from_slice(&bytes);
    }
    Ok(())
}

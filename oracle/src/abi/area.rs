//! The stack arguments of a call where the order of their places is only known once all are there.

/// Area of stack arguments. Until it is laid out, a place is a distance in bytes from an imagined first one, at ascending
/// addresses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Area {
    /// Bytes so far.
    pub(super) len: u64,
    rooms: Vec<Room>,
}

/// Room of one argument, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Room {
    offset: u64,
    len: u64,
    align: u64,
}

impl Area {
    /// An area of so many bytes.
    pub(super) fn of(len: u64) -> Area {
        Area { len, rooms: Vec::new() }
    }

    /// Allocates room and returns its imagined place.
    pub(super) fn take(&mut self, len: u64, align: u64) -> u64 {
        let offset = self.len.next_multiple_of(align.max(1));
        self.len = offset.saturating_add(len);
        self.rooms.push(Room { offset, len, align: align.max(1) });
        offset
    }

    /// True if nothing is on the stack.
    pub(super) fn is_empty(&self) -> bool {
        self.rooms.is_empty()
    }

    /// True if the order of the arguments makes a difference.
    pub(super) fn has_order(&self) -> bool {
        self.rooms.len() > 1
    }

    /// Lays the arguments out in the order in which they came or, `reversed`, in the opposite one. Returns the number of
    /// bytes, and for an imagined place its distance from the beginning of its argument with the aligned distance of
    /// that argument from where the area is counted: of its end if `by_end`, else of its beginning. What is no place of
    /// the area has none.
    pub(super) fn laid_out(&self, reversed: bool, by_end: bool) -> (u64, impl Fn(i64) -> Option<(i64, u64)>) {
        let mut rooms = self.rooms.clone();
        if reversed {
            rooms.reverse();
        }
        let mut end: u64 = 0;
        let mut moved: Vec<(Room, u64)> = Vec::new();
        for room in rooms {
            let (before, behind) = if by_end { (room.len, 0) } else { (0, room.len) };
            end = end.saturating_add(before).next_multiple_of(room.align);
            moved.push((room, end));
            end = end.saturating_add(behind);
        }
        let place = move |old: i64| {
            let is_inside = |room: &Room| {
                u64::try_from(old).is_ok_and(|old| (room.offset..room.offset + room.len).contains(&old))
            };
            let (room, new) = moved.iter().find(|(room, _)| is_inside(room))?;
            Some((old.saturating_sub_unsigned(room.offset), *new))
        };
        (end, place)
    }
}

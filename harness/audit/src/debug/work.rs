//! Bounds on what is read: debug information is not trusted, and a few bytes of it can ask for any amount of work.

/// Work that may still be done, in steps of about ten nanoseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Work {
    left: u64,
}

/// There is more to do than may be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exhausted;

impl Work {
    /// So many steps.
    pub(super) fn new(steps: u64) -> Work {
        Work { left: steps }
    }

    /// Takes some steps.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Exhausted> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(Exhausted)
            }
        }
    }

    /// True if nothing is left.
    pub(super) fn is_over(self) -> bool {
        self.left == 0
    }
}

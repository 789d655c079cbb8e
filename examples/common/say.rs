//! `say!`: prints a line of a story.

use std::fmt::Arguments;
use std::io::{self, Write};

/// Prints a line as `println!` does, but does not panic when the reader has stopped early, as `head` does.
#[macro_export]
macro_rules! say {
    ($($line:tt)*) => {
        $crate::say::say(&mut std::io::stdout(), format_args!($($line)*))
    };
}

/// Writes a line, if that can be done.
pub fn say(out: &mut impl Write, line: Arguments) {
    let _: io::Result<()> = writeln!(out, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Standard output when `head` has read enough.
    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn a_line_that_nobody_reads_is_no_panic() {
        say(&mut Closed, format_args!("so it goes"));
        let mut page = Vec::new();
        say(&mut page, format_args!("{} and {}", 1, 2));
        assert_eq!(page, b"1 and 2\n");
    }
}

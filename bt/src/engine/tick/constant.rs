//! `Constant`: a time in a tree that is a constant expression, evaluated in a `const` item.
//!
//! Traits have no constant functions, so each type of a time has its own. For other types, [`NoTime`] supplies
//! functions of the same names: then the bound of [`Constant::of`] is the only error.

use core::time::Duration;

use crate::time::IntoDuration;

/// A time, or a part of an expression for one.
pub struct Constant<T>(T);

impl<T: IntoDuration> Constant<T> {
    pub const fn of(time: T) -> Self {
        Constant(time)
    }
}

impl Constant<Duration> {
    pub const fn time(self) -> Duration {
        self.0
    }

    #[track_caller]
    pub const fn plus(self, other: Self) -> Self {
        Constant(known(self.0.checked_add(other.0)))
    }

    #[track_caller]
    pub const fn minus(self, other: Self) -> Self {
        Constant(known(self.0.checked_sub(other.0)))
    }

    #[track_caller]
    pub const fn times(self, factor: u32) -> Self {
        Constant(known(self.0.checked_mul(factor)))
    }

    #[track_caller]
    pub const fn by(self, divisor: u32) -> Self {
        Constant(known(self.0.checked_div(divisor)))
    }
}

#[track_caller]
const fn known(time: Option<Duration>) -> Duration {
    time.expect("this time is out of range")
}

macro_rules! seconds {
    ($($float:ty)*) => {$(
        impl Constant<$float> {
            pub const fn time(self) -> Duration {
                of_seconds(self.0 as f64)
            }

            pub const fn plus(self, other: Self) -> Self {
                Constant(self.0 + other.0)
            }

            pub const fn minus(self, other: Self) -> Self {
                Constant(self.0 - other.0)
            }

            pub const fn times(self, factor: $float) -> Self {
                Constant(self.0 * factor)
            }

            pub const fn by(self, divisor: $float) -> Self {
                Constant(self.0 / divisor)
            }
        }
    )*};
}

seconds!(f32 f64);

/// A number of seconds, rounded to nanoseconds as `Duration::try_from_secs_f64` does, which is not constant.
const fn of_seconds(seconds: f64) -> Duration {
    // 2^64 seconds are too many for a `Duration`.
    if seconds >= 18_446_744_073_709_551_616.0 {
        return Duration::MAX;
    }
    // Below 2^-32 seconds, it rounds to zero.
    if seconds.is_nan() || seconds < 1.0 / 4_294_967_296.0 {
        return Duration::ZERO;
    }
    let bits = seconds.to_bits();
    let (exponent, mantissa) = ((bits >> 52) as i32 - 1075, (bits & ((1 << 52) - 1)) | 1 << 52);
    let scaled = mantissa as u128 * 1_000_000_000;
    let nanos = if exponent >= 0 {
        scaled << exponent
    } else {
        let (floor, rest, half) = (scaled >> -exponent, scaled & ((1 << -exponent) - 1), 1 << (-exponent - 1));
        let is_up = rest > half || rest == half && floor % 2 == 1;
        floor + is_up as u128
    };
    Duration::new((nanos / 1_000_000_000) as u64, (nanos % 1_000_000_000) as u32)
}

/// What is called on the constant of a type that is not a time.
pub trait NoTime: Sized {
    fn time(self) -> Duration {
        Duration::ZERO
    }

    fn plus<T>(self, _: T) -> Self {
        self
    }

    fn minus<T>(self, _: T) -> Self {
        self
    }

    fn times<T>(self, _: T) -> Self {
        self
    }

    fn by<T>(self, _: T) -> Self {
        self
    }
}

impl<T> NoTime for Constant<T> {}

/// How many bytes a timer for these times takes.
pub const fn timer_bytes(times: &[Duration]) -> usize {
    let mut at = 0;
    while at < times.len() {
        if times[at].as_nanos() > u32::MAX as u128 {
            return 8;
        }
        at += 1;
    }
    4
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::time::Duration;

    use super::{Constant, timer_bytes};
    use crate::time::IntoDuration;

    fn check(seconds: f64) {
        let convert = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO);
        if seconds < 1e19 {
            assert_eq!(Constant::of(seconds).time(), convert(seconds), "{seconds:e}");
        }
        assert_eq!(Constant::of(seconds).time().nanos(), seconds.nanos(), "{seconds:e}");
        assert_eq!(Constant::of(seconds as f32).time().nanos(), (seconds as f32).nanos(), "{seconds:e}");
    }

    #[test]
    fn a_constant_is_the_same_time() {
        let odd = [0.0, -0.0, -1.0, 5e-324, 4.294_967_295, 1e18, 18_446_744_073_709_551_615.0, 1e30, f64::MAX];
        odd.into_iter().chain([f64::INFINITY, f64::NEG_INFINITY, f64::NAN]).for_each(check);
        // Ties, and all magnitudes.
        (1..1000).for_each(|number| check(f64::from(number) / 1_024_000_000.0));
        (1..1000).for_each(|number| check(f64::from(number) * 0.1));
        for exponent in -80..70 {
            let power = 2f64.powi(exponent);
            [1.0, 1.1, 1.5, 1.999_999_999_999_999_8].into_iter().for_each(|factor| check(factor * power));
        }
    }

    #[test]
    fn a_short_timer_holds_32_bits_of_nanoseconds() {
        let nanos = |nanos: u32| Duration::from_nanos(nanos.into());
        assert_eq!(timer_bytes(&[nanos(u32::MAX), Duration::ZERO]), 4);
        assert_eq!(timer_bytes(&[Duration::ZERO, nanos(u32::MAX) + nanos(1)]), 8);
    }
}

//! The registers of a board.

/// The registers that leaves read and write.
#[derive(Default)]
pub struct Board {
    /// One bit a sensor.
    pub input: u32,
    /// One bit a motor, a light or a beeper.
    pub output: u32,
    /// Counts turns of a wheel.
    pub encoder: u16,
    seed: u32,
}

impl Board {
    /// Reads the sensors. A linear congruential generator plays the world.
    pub fn sense(&mut self) {
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Most sensors rarely change.
        self.input = self.seed & (self.seed << 7) & (self.seed << 13);
        self.encoder = self.encoder.wrapping_add((self.output & 3) as u16);
    }

    /// Whether a sensor is on.
    pub fn is_on(&self, sensor: u32) -> bool {
        self.input >> sensor & 1 == 1
    }

    /// Turns an output on or off.
    pub fn set(&mut self, output: u32, on: bool) {
        self.output = self.output & !(1 << output) | u32::from(on) << output;
    }
}

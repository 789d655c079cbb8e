#![doc = include_str!("../src/macroquad.md")]

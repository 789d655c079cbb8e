#![doc = include_str!("../src/fyrox.md")]

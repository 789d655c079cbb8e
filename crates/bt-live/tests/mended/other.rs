//! The tree of another file.

bt::bt! { pub Other(Vec<u32>) = forever < sequence < action(|seen| seen.push(2)), wait(1.0) > > }

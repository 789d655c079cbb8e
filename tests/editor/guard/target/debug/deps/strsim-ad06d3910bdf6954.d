/tmp/w/editor/tests/editor/guard/target/debug/deps/strsim-ad06d3910bdf6954.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/strsim-0.11.1/src/lib.rs

/tmp/w/editor/tests/editor/guard/target/debug/deps/libstrsim-ad06d3910bdf6954.rlib: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/strsim-0.11.1/src/lib.rs

/tmp/w/editor/tests/editor/guard/target/debug/deps/libstrsim-ad06d3910bdf6954.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/strsim-0.11.1/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/strsim-0.11.1/src/lib.rs:

/tmp/w/editor/tests/editor/guard/target/debug/deps/bt_macros-423e34adb797b763.d: /tmp/w/editor/bt-macros/src/lib.rs

/tmp/w/editor/tests/editor/guard/target/debug/deps/libbt_macros-423e34adb797b763.so: /tmp/w/editor/bt-macros/src/lib.rs

/tmp/w/editor/bt-macros/src/lib.rs:

// SYNTAX TEST "source.rust" "trees in Rust"

fn sequence() {}
// ^^^^^^^^ - keyword.control.node.bt
bt! { pub Guard(Npc) = sequence < action(|npc| A { x: npc.x }), selector < rest > > }
// <--- entity.name.function.macro.rust
//        ^^^^^ entity.name.type.tree.bt
//                     ^^^^^^^^ meta.embedded.block.bt keyword.control.node.bt
//                                                              ^^^^^^^^ meta.embedded.block.bt keyword.control.node.bt
fn selector() { let tree = bt!(inverter < a("R)") >); retry(); }
//                             ^^^^^^^^ keyword.control.node.bt
// ^^^^^^^^ - keyword.control.node.bt
//                                                    ^^^^^ - keyword.control.node.bt
// bt! { sequence }
//       ^^^^^^^^ - keyword.control.node.bt

//! Children and arguments of `simple_parallel`.

use bt::bt;

bt! { Alone(bool) = simple_parallel < running > }

bt! { Childless(bool) = simple_parallel }

bt! { Several(bool) = simple_parallel < running, succeed, succeed > }

bt! { Counted(bool) = simple_parallel(success = 1) < running, succeed > }

bt! { InParentheses(bool) = simple_parallel(running, succeed) }

bt! { Endless(bool) = sequence < simple_parallel < running, succeed >, succeed > }

bt! { Failing(bool) = sequence < simple_parallel < fail, succeed >, succeed > }

fn main() {}

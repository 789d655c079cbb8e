use bt::bt;

bt! { Alone(bool) = recover(2) < condition(|open| *open) > }

bt! { Childless(bool) = sequence < recover(2), pipeline, round_robin > }

bt! { Uncounted(bool) = recover < condition(|open| *open), succeed > }

bt! { Counted(bool) = recover(2.5) < condition(|open| *open), succeed > }

bt! { Needless(bool) = recover(1) < succeed, action(|open| *open = true) > }

bt! { Blocked(bool) = pipeline < fail, succeed > }

fn main() {}

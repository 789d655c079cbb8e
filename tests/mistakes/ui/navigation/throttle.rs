use bt::bt;

bt! { Early(bool) = reactive_sequence < throttle(1.0) < condition(|open| *open) >, running > }

bt! { Whole(bool) = forever < throttle(1) < condition(|open| *open) > > }

bt! { Several(bool) = forever < throttle(1.0) < succeed, succeed > > }

fn main() {}

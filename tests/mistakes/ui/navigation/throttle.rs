use bt::bt;

bt! { Early(bool) = reactive_sequence < throttle(1.0) < condition(|open| *open) >, running > }

bt! { Whole(bool) = forever < throttle(1) < condition(|open| *open) > > }

bt! { Several(bool) = forever < throttle(1.0) < succeed, succeed > > }

bt! { Below(bool) = reactive_sequence < succeed, inverter < guard(|open| *open) < throttle(1.0) < succeed > > >, running > }

bt! { Looking(bool) = throttle(1.0) < condition(|open| *open) > }

bt! { Asking(bool) = inverter < looking > }

bt! { Outer(bool) = reactive_sequence < looking, force_success < asking >, repeat(1) < looking >, looking > }

fn main() {}

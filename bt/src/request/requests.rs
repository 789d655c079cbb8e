//! `Request` and `LocalRequest`.

use core::fmt;
use core::future::Future;
use core::task::{Poll, Waker};

use super::answered::AnyRequest;
use super::carriers::{Local, Shared};
use super::open::Open;
use super::pending::Pending;
use super::work::{Optional, Polled, Reaped, Work};

/// Work that is done elsewhere, and whose answer is a `T`. A [leaf](macro@crate::leaf) that returns one runs until the
/// answer is there.
///
/// | `T` | the leaf |
/// | --- | --- |
/// | any type | succeeds with the answer as its value |
/// | `Option<T>` | the same, and fails if the answer is `None` |
/// | `Result<T, E>`, `Result<Option<T>, E>` | the same, and an error ends the tree; after [`ok`](Request::ok), it fails |
///
/// A request that is dropped before its answer is polled is cancelled, once. So an abort, a reset, the drop of the tree
/// and a panic in another leaf all cancel it. (After a panic of its own poll it is only dropped.)
///
/// Each request allocates a box for its work.
///
/// The work is polled once a tick, from the tick in which the leaf starts. If the tree should sleep meanwhile, give the
/// request a waker: see [`waking`](Request::waking).
///
/// It needs the feature `alloc`. With `alloc` alone, the work must be `Send + Sync`; with the feature `std`, `Send` is
/// enough. For work that is not `Send`, use [`LocalRequest`].
///
/// ```
/// # #[cfg(feature = "std")] {
/// use bt::{Request, Status, bt, leaf};
/// use std::thread;
///
/// #[leaf]
/// fn count(words: &String) -> Request<usize> {
///     let words = words.clone();
///     Request::thread(thread::spawn(move || words.split(' ').count()))
/// }
///
/// bt! { Reader(String) -> Option<usize> = count }
///
/// let (mut reader, mut words) = (Reader::new(), "a few words".to_owned());
/// let count = loop {
///     match reader.tick(&mut words) {
///         std::task::Poll::Ready(count) => break count,
///         std::task::Poll::Pending => thread::yield_now(),
///     }
/// };
/// assert_eq!(count, Some(3));
/// # }
/// ```
#[must_use = "a request that is dropped is cancelled: return it from a leaf"]
pub struct Request<T>(Open<Shared<T>>);

/// A [`Request`] for work that stays in its thread, since it is not `Send`. A tree with such a leaf is not `Send`
/// either.
///
/// ```
/// use bt::{LocalRequest, bt, leaf};
/// use std::cell::Cell;
/// use std::rc::Rc;
///
/// /// The score of a dialog in the same thread, when the player has answered.
/// #[leaf]
/// fn ask_player(score: &Rc<Cell<Option<u32>>>) -> LocalRequest<u32> {
///     let score = score.clone();
///     LocalRequest::future(std::future::poll_fn(move |_| match score.get() {
///         Some(score) => std::task::Poll::Ready(score),
///         None => std::task::Poll::Pending,
///     }))
/// }
///
/// bt! { Quiz(Rc<Cell<Option<u32>>>) = sequence < ask_player -> score, condition(|_| score > 2) > }
///
/// let (mut quiz, mut score) = (Quiz::new(), Rc::new(Cell::new(None)));
/// assert!(quiz.tick(&mut score).is_running());
/// score.set(Some(3));
/// assert!(quiz.tick(&mut score).is_success());
/// ```
#[must_use = "a request that is dropped is cancelled: return it from a leaf"]
pub struct LocalRequest<T>(Open<Local<T>>);

macro_rules! request {
    ($request:ident, $carrier:expr, [$($bound:tt)*]) => {
        impl<T> $request<T> {
            /// Waits for work of your own: see [`Pending`].
            pub fn new(pending: impl Pending<Answer = T> $($bound)* + 'static) -> Self {
                Self::of(Polled(pending))
            }

            /// Waits for work of your own, with a reaper. When the request is cancelled, the reaper gets the work,
            /// after its [`cancel`](Pending::cancel). So it can wait for the answer of the other side.
            ///
            /// ```
            #[doc = concat!("use bt::{", stringify!($request), ", Pending, bt, leaf};")]
            /// use std::sync::Mutex;
            /// use std::task::Poll;
            ///
            /// /// A grip of an arm, which takes a while to open again.
            /// struct Grip {
            ///     opens: bool,
            /// }
            ///
            /// impl Pending for Grip {
            ///     type Answer = ();
            ///
            ///     fn poll(&mut self) -> Poll<()> {
            ///         Poll::Pending
            ///     }
            ///
            ///     fn cancel(&mut self) {
            ///         self.opens = true;
            ///     }
            /// }
            ///
            /// static OPENING: Mutex<Vec<Grip>> = Mutex::new(Vec::new());
            ///
            /// #[leaf]
            #[doc = concat!("fn hold(_: &()) -> ", stringify!($request), "<()> {")]
            #[doc = concat!("    ", stringify!($request), "::with_cancel(Grip { opens: false }, |grip| OPENING.lock().unwrap().push(grip))")]
            /// }
            ///
            /// bt! { Arm(()) = hold }
            ///
            /// let mut arm = Arm::new();
            /// assert!(arm.tick(&mut ()).is_running());
            /// arm.abort(&mut ());
            /// assert!(OPENING.lock().unwrap()[0].opens);
            /// ```
            pub fn with_cancel<P: Pending<Answer = T> $($bound)* + 'static>(
                pending: P,
                reaper: impl FnOnce(P) $($bound)* + 'static,
            ) -> Self {
                Self::of(Reaped(Some((pending, reaper))))
            }

            /// Waits for a future, which is boxed once and polled in the tick. Its drop is the cancel. An executor is
            /// only needed if the future needs one; without [`waking`](Self::waking), its waker does nothing.
            ///
            /// ```
            #[doc = concat!("use bt::{", stringify!($request), ", bt, leaf};")]
            ///
            /// #[leaf]
            #[doc = concat!("fn roll(_: &u32) -> ", stringify!($request), "<u32> {")]
            #[doc = concat!("    ", stringify!($request), "::future(async { 4 })")]
            /// }
            ///
            /// bt! { Turn(u32) = sequence < roll -> eyes, action(|place| *place += eyes) > }
            ///
            /// let mut place = 1;
            /// assert!(Turn::new().tick(&mut place).is_success());
            /// assert_eq!(place, 5);
            /// ```
            pub fn future(future: impl Future<Output = T> $($bound)* + 'static) -> Self {
                Self::of(future)
            }

            /// Sets the waker that is called when the answer arrives. Then the tree [sleeps](crate::TreeFor::sleep) as
            /// long as it only waits for such answers, and its owner must tick it when the waker is called.
            ///
            /// Futures get this waker. All others must call it themselves: a thread after its work, a sender after its
            /// message, a [`Pending`] when it is ready.
            ///
            /// ```
            #[doc = concat!("use bt::{", stringify!($request), ", bt, leaf};")]
            /// use std::task::Waker;
            /// use std::time::Duration;
            ///
            /// #[leaf]
            #[doc = concat!("fn signal(owner: &Waker) -> ", stringify!($request), "<()> {")]
            #[doc = concat!("    ", stringify!($request), "::future(std::future::pending()).waking(owner.clone())")]
            /// }
            ///
            /// bt! { Guard(Waker) = signal }
            ///
            /// let (mut guard, mut owner) = (Guard::new(), Waker::noop().clone());
            /// assert!(guard.tick(&mut owner).is_running());
            /// assert_eq!(guard.sleep(), Some(Duration::MAX));
            /// ```
            pub fn waking(mut self, waker: impl Into<Waker>) -> Self {
                self.0.wake(waker.into());
                self
            }

            fn of(work: impl Work<T> $($bound)* + 'static) -> Self {
                $request(Open::new($carrier(work)))
            }
        }

        impl<T: 'static, E: 'static> $request<Result<T, E>> {
            /// With this, an error makes the leaf fail, and the tree continues. Without it, an error ends the tree. It
            /// allocates a second box.
            ///
            /// ```
            #[doc = concat!("use bt::{", stringify!($request), ", bt, leaf};")]
            ///
            /// #[leaf]
            #[doc = concat!("fn read(text: &String) -> ", stringify!($request), "<Option<u32>> {")]
            ///     let text = text.clone();
            #[doc = concat!("    ", stringify!($request), "::future(async move { text.parse() }).ok()")]
            /// }
            ///
            /// bt! { Form(String) = sequence < read -> number, condition(|_| number > 3) > }
            ///
            /// assert!(Form::new().tick(&mut "five".to_owned()).is_failure());
            /// assert!(Form::new().tick(&mut "5".to_owned()).is_success());
            /// ```
            pub fn ok(self) -> $request<Option<T>> {
                $request(self.0.map(|work| $carrier(Optional(work))))
            }
        }

        #[cfg(feature = "std")]
        impl<T: 'static> $request<T> {
            /// Waits for a message. If all senders are gone and there is no message, the leaf fails. Needs the feature
            /// `std`.
            ///
            /// The receiver is dropped when the request is cancelled. A sender sees that by the error of `send`.
            ///
            /// ```
            #[doc = concat!("use bt::{", stringify!($request), ", bt, leaf};")]
            /// use std::sync::mpsc::{Sender, channel};
            ///
            /// /// The senders for the answers.
            /// type Questions = Vec<Sender<u32>>;
            ///
            /// #[leaf]
            #[doc = concat!("fn ask(questions: &mut Questions) -> ", stringify!($request), "<u32> {")]
            ///     let (answer, answers) = channel();
            ///     questions.push(answer);
            #[doc = concat!("    ", stringify!($request), "::receiver(answers)")]
            /// }
            ///
            /// bt! { Robot(Questions) = sequence < ask -> answer, condition(|_| answer == 7) > }
            ///
            /// let (mut robot, mut questions) = (Robot::new(), Questions::new());
            /// assert!(robot.tick(&mut questions).is_running());
            /// questions.pop().unwrap().send(7).unwrap();
            /// assert!(robot.tick(&mut questions).is_success());
            /// ```
            pub fn receiver(receiver: std::sync::mpsc::Receiver<T>) -> Self
            where
                T: Send,
            {
                Self::of(super::elsewhere::Received(receiver))
            }

            /// Waits for a thread, without blocking. Needs the feature `std`.
            ///
            /// Nothing can stop a thread from outside, so a cancel only drops the handle, and the thread runs to its
            /// end. A thread that should stop early looks at a flag: write a [`Pending`] that sets it.
            ///
            /// # Panics
            ///
            /// The tick panics with the panic of the thread, if it has panicked.
            pub fn thread(handle: std::thread::JoinHandle<T>) -> Self {
                Self::of(super::elsewhere::Joined(Some(handle)))
            }
        }

        impl<T> AnyRequest for $request<T> {
            type Answer = T;

            fn poll(&mut self) -> Poll<Option<T>> {
                self.0.poll()
            }

            fn wakes(&self) -> bool {
                self.0.wakes()
            }
        }

        impl<T> fmt::Debug for $request<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($request)).field("wakes", &self.0.wakes()).finish_non_exhaustive()
            }
        }
    };
}

#[cfg(feature = "std")]
request! { Request, Shared::new, [+ Send] }
#[cfg(not(feature = "std"))]
request! { Request, Shared::new, [+ Send + Sync] }
request! { LocalRequest, Local::new, [] }

#![doc = include_str!("../src/ros.md")]

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use ros2_client::action::{ActionServerQosPolicies, AsyncActionServer, GoalEndStatus};
use ros2_client::{
    ActionTypeName, Context, ContextOptions, Message, MessageTypeName, Name, NodeName, NodeOptions, QosProfile,
    ServiceMapping, ServiceTypeName,
};
use serde::{Deserialize, Serialize};
use smol::future::FutureExt as _;

/// `int64 a`, `int64 b`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AddTwoIntsRequest {
    pub a: i64,
    pub b: i64,
}
impl Message for AddTwoIntsRequest {}

/// `int64 sum`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AddTwoIntsResponse {
    pub sum: i64,
}
impl Message for AddTwoIntsResponse {}

/// Says that this process is the server of the test.
const ROLE: &str = "BT_BOOK_ROS_SERVER";

/// A domain of its own for each test, so that other programs of ROS on this machine see nothing of it.
pub fn domain() -> u16 {
    std::env::var(ROLE).ok().and_then(|domain| domain.parse().ok()).unwrap_or(100 + (std::process::id() % 100) as u16)
}

/// Whether this process is the server.
pub fn is_server() -> bool {
    std::env::var(ROLE).is_ok()
}

/// The server, which is this program in another process.
pub struct Server {
    process: Child,
    lines: BufReader<ChildStdout>,
}

impl Server {
    pub fn start() -> Self {
        let this = std::env::current_exe().expect("a program");
        let mut process =
            Command::new(this).env(ROLE, domain().to_string()).stdout(Stdio::piped()).spawn().expect("it starts");
        let lines = BufReader::new(process.stdout.take().expect("a pipe"));
        Server { process, lines }
    }

    /// The next thing that it says.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("it can be read");
        line.trim().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Answers until the process is killed: a base that drives for so many tenths of a second, a service, and a battery.
pub fn serve() {
    let context = Context::with_options(ContextOptions::new().domain_id(domain())).expect("a context");
    let mut node =
        context.new_node(NodeName::new("/", "base").expect("a name"), NodeOptions::default()).expect("a node");
    let qos = QosProfile::publisher_default();
    let action = ActionServerQosPolicies {
        goal_service: qos.clone(),
        result_service: qos.clone(),
        cancel_service: qos.clone(),
        feedback_publisher: qos.clone(),
        status_publisher: qos.clone(),
    };
    let fibonacci = ActionTypeName::new("example_interfaces", "Fibonacci");
    let drive = node
        .create_action_server::<i32, Vec<i32>, Vec<i32>>(ServiceMapping::Enhanced, &name("drive"), &fibonacci, action)
        .expect("an action");
    let drive = AsyncActionServer::new(drive);
    let add = ServiceTypeName::new("example_interfaces", "AddTwoInts");
    let add = node
        .create_server::<AddTwoIntsRequest, AddTwoIntsResponse>(
            ServiceMapping::Enhanced,
            &name("add"),
            &add,
            qos.clone(),
            qos.clone(),
        )
        .expect("a service");
    let battery =
        node.create_topic(&name("battery"), MessageTypeName::new("std_msgs", "Float32"), &qos).expect("a topic");
    let battery = node.create_publisher::<f32>(&battery, None).expect("a publisher");
    smol::spawn(node.spinner().expect("a spinner").spin()).detach();
    println!("ready");
    let publishes = async {
        loop {
            let _ = battery.async_publish(0.8).await;
            smol::Timer::after(Duration::from_millis(100)).await;
        }
    };
    let adds = async {
        loop {
            if let Ok((id, AddTwoIntsRequest { a, b })) = add.async_receive_request().await {
                let _ = add.async_send_response(id, AddTwoIntsResponse { sum: a + b }).await;
            }
        }
    };
    smol::block_on(drives(&drive).or(publishes).or(adds));
}

fn name(name: &str) -> Name {
    Name::new("/", name).expect("a name")
}

async fn drives(drive: &AsyncActionServer<i32, Vec<i32>, Vec<i32>>) {
    loop {
        let Ok(new) = drive.receive_new_goal().await else { continue };
        let tenths = drive.get_new_goal(new).unwrap_or(0);
        // It takes a while to accept a goal: long enough for a tree to change its mind.
        smol::Timer::after(Duration::from_millis(300)).await;
        let Ok(accepted) = drive.accept_goal(new).await else { continue };
        println!("accepted {tenths}");
        let Ok(executing) = drive.start_executing_goal(accepted).await else { continue };
        let arrives = async {
            smol::Timer::after(Duration::from_millis(100 * tenths as u64)).await;
            GoalEndStatus::Succeeded
        };
        let is_cancelled = async {
            loop {
                let Ok(cancel) = drive.receive_cancel_request().await else { continue };
                let own = executing.goal_id();
                let goals = cancel.contains_goal(&own).then_some(own);
                let _ = drive.respond_to_cancel_requests(&cancel, goals.into_iter()).await;
                if goals.is_some() {
                    break GoalEndStatus::Canceled;
                }
            }
        };
        let status = arrives.or(is_cancelled).await;
        println!("{} {tenths}", if matches!(status, GoalEndStatus::Canceled) { "cancelled" } else { "arrived" });
        let _ = drive.send_result_response(executing, status, vec![tenths]).await;
    }
}

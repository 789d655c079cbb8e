// Ticks a tree in BehaviorTree.CPP, and publishes it for Groot2. The argument is the port. It reads from its input:
//
//   xml FILE IN ONE LINE
//   leaf NAME LETTERS         the answers of a leaf: they start over
//   tick, halt                once the tree is there; it answers `done`
//   run HERTZ                 ticks until it is killed
//
// The tree is made by the first line of the last two kinds, which must come after all others.

#include <behaviortree_cpp/bt_factory.h>
#include <behaviortree_cpp/loggers/groot2_publisher.h>

#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <thread>

using namespace BT;

// The answers of a leaf, and how often it was asked.
static std::map<std::string, std::pair<std::string, size_t>> answers;

class Leaf : public StatefulActionNode
{
public:
  using StatefulActionNode::StatefulActionNode;

  static PortsList providedPorts()
  {
    return {};
  }

  NodeStatus onStart() override
  {
    return onRunning();
  }

  NodeStatus onRunning() override
  {
    auto& [letters, asked] = answers.at(registrationName());
    const char letter = letters[asked++ % letters.size()];
    return letter == 'S' ? NodeStatus::SUCCESS : letter == 'F' ? NodeStatus::FAILURE : NodeStatus::RUNNING;
  }

  void onHalted() override
  {}
};

int main(int count, char** arguments)
{
  const unsigned port = count > 1 ? std::stoi(arguments[1]) : 1667;
  BehaviorTreeFactory factory;
  std::string line, xml;
  Tree tree;
  std::unique_ptr<Groot2Publisher> publisher;
  while(std::getline(std::cin, line))
  {
    std::istringstream words(line);
    std::string word, name, letters;
    words >> word;
    if(word == "xml")
    {
      xml = line.substr(4);
      continue;
    }
    if(word == "leaf")
    {
      words >> name >> letters;
      answers[name] = { letters, 0 };
      factory.registerNodeType<Leaf>(name);
      continue;
    }
    if(!publisher)
    {
      tree = factory.createTreeFromText(xml);
      publisher = std::make_unique<Groot2Publisher>(tree, port);
    }
    if(word == "run")
    {
      double hertz = 0;
      words >> hertz;
      while(true)
      {
        tree.tickExactlyOnce();
        std::this_thread::sleep_for(std::chrono::duration<double>(1 / hertz));
      }
    }
    word == "tick" ? (void)tree.tickExactlyOnce() : word == "halt" ? tree.haltTree() : (void)0;
    std::cout << "done" << std::endl;
  }
}

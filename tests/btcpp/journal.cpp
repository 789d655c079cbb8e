// Ticks trees in BehaviorTree.CPP, and prints what their leaves do. It reads cases from its input, one after the other:
//
//   xml FILE IN ONE LINE
//   leaf ID LETTERS           the answers of a leaf: they start over
//   tick t|h ..               ticks, and halts of the tree
//   end
//
// and prints for each of them a line for each start, run and halt of a leaf, a line with the status and the entries of the
// blackboard for each tick, and `end`.

#include <behaviortree_cpp/bt_factory.h>

#include <cmath>
#include <iostream>
#include <map>
#include <sstream>

using namespace BT;

// The answers of a leaf, and how often it was asked.
static std::map<int, std::pair<std::string, size_t>> answers;

static NodeStatus answer(int id)
{
  auto& [letters, asked] = answers.at(id);
  const char letter = letters[asked++ % letters.size()];
  return letter == 'S' ? NodeStatus::SUCCESS : letter == 'F' ? NodeStatus::FAILURE : NodeStatus::RUNNING;
}

class Leaf : public StatefulActionNode
{
public:
  using StatefulActionNode::StatefulActionNode;

  static PortsList providedPorts()
  {
    return { InputPort<int>("id") };
  }

  NodeStatus onStart() override
  {
    std::cout << "start " << id() << "\n";
    return answer(id());
  }

  NodeStatus onRunning() override
  {
    std::cout << "run " << id() << "\n";
    return answer(id());
  }

  void onHalted() override
  {
    std::cout << "halt " << id() << "\n";
  }

private:
  int id()
  {
    return getInput<int>("id").value();
  }
};

class Check : public ConditionNode
{
public:
  using ConditionNode::ConditionNode;

  static PortsList providedPorts()
  {
    return { InputPort<int>("id") };
  }

  NodeStatus tick() override
  {
    const int id = getInput<int>("id").value();
    std::cout << "check " << id << "\n";
    return answer(id);
  }
};

// What nodes do not let others do.
struct Opened : public TreeNode
{
  // Lets a node forget how to wake the tree up, so that its loops go on in the same tick.
  static void never_wake(TreeNode& node)
  {
    (node.*(&Opened::setWakeUpInstance))(nullptr);
  }

  static void reset(TreeNode& node)
  {
    (node.*(&Opened::resetStatus))();
  }
};

static void print_entries(const Blackboard& board)
{
  for(const char* key : { "a", "b", "c", "i" })
  {
    std::cout << " " << std::llround(board.get<double>(key) * 1000);
  }
  std::cout << "\n";
}

static void run(const std::string& xml, const std::string& ticks)
{
  try
  {
    BehaviorTreeFactory factory;
    factory.registerNodeType<Leaf>("Leaf");
    factory.registerNodeType<Check>("Check");
    factory.registerBehaviorTreeFromText(xml);
    auto board = Blackboard::create();
    for(const char* key : { "a", "b", "c" })
    {
      board->set(key, 0.0);
    }
    board->set("i", 0);
    board->set("s", std::string("0"));
    // It is never destroyed: that would halt all of its nodes.
    auto& tree = *new Tree(factory.createTree("Main", board));
    tree.applyVisitor([](TreeNode* node) { Opened::never_wake(*node); });
    auto& root = *tree.rootNode();
    for(const char tick : ticks)
    {
      if(tick == 'h')
      {
        if(root.status() == NodeStatus::RUNNING)
        {
          root.haltNode();
        }
        Opened::reset(root);
        std::cout << "halted";
      }
      else
      {
        const auto status = root.executeTick();
        if(isStatusCompleted(status))
        {
          Opened::reset(root);
        }
        std::cout << "= " << toStr(status);
      }
      print_entries(*board);
    }
  }
  catch(const std::exception& error)
  {
    std::string why = error.what();
    std::replace(why.begin(), why.end(), '\n', ' ');
    std::cout << "threw " << why << "\n";
  }
}

int main()
{
  std::string line, xml, ticks;
  while(std::getline(std::cin, line))
  {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if(word == "xml")
    {
      xml = line.substr(4);
    }
    else if(word == "leaf")
    {
      int id = 0;
      std::string letters;
      words >> id >> letters;
      answers[id] = { letters, 0 };
    }
    else if(word == "tick")
    {
      words >> ticks;
    }
    else if(word == "end")
    {
      run(xml, ticks);
      std::cout << "end" << std::endl;
      answers.clear();
    }
  }
}

// Questions for the person in front of a client, each with yes or no as its answer.
//
//     const auto said = questions.ask("Send pictures to openai?", [&] { … return Said::Yes; }, stop);
//
// Calls that run at once often need the same answer: it is asked for once, and the others wait for
// it. Who said no is not asked the same again in this session: a model that tries again and again
// must not wear a person down. A yes is not remembered here; whoever asks keeps it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

namespace fovea::mcp {

enum class Said : std::uint8_t {
    Yes,
    No,
    Nothing,  // nobody can be asked, or nobody answered
};

class PersonQuestions {
public:
    using Ask = std::function<Said()>;

    Said ask(const std::string& question, const Ask& ask, const std::stop_token& stop);

private:
    // Shared by who asks and those who wait for the same.
    struct Asked {
        std::optional<Said> said;
    };

    std::mutex mutex_;  // guards what follows
    std::map<std::string, std::shared_ptr<Asked>> open_;
    std::set<std::string> refused_;
    std::condition_variable_any answered_;
};

}  // namespace fovea::mcp

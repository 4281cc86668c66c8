#include "fovea/mcp/server/person_questions.hpp"

#include <utility>

namespace fovea::mcp {

Said PersonQuestions::ask(
    const std::string& question, const Ask& ask, const std::stop_token& stop
) {
    std::unique_lock lock(mutex_);
    for (;;) {
        if (stop.stop_requested()) return Said::Nothing;
        if (refused_.contains(question)) return Said::No;
        const auto found = open_.find(question);
        if (found == open_.end()) break;
        const auto other = found->second;
        answered_.wait(lock, stop, [&] { return other->said.has_value(); });
        // Where the other one was cancelled, it is this one's turn.
        if (other->said && *other->said != Said::Nothing) return *other->said;
    }
    const auto mine = std::make_shared<Asked>();
    open_.emplace(question, mine);
    lock.unlock();
    const auto said = ask();  // takes as long as a person does
    lock.lock();
    mine->said = said;
    open_.erase(question);
    if (said == Said::No) refused_.insert(question);
    answered_.notify_all();
    return said;
}

}  // namespace fovea::mcp

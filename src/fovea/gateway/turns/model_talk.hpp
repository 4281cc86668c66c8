// The talk of one turn with its model: requests go out in the program's own bytes where they can be (splice/), what became of
// them is noted in the record, pieces of replies go to the program as they come.
//
//     ModelTalk talk({parts, job, request, way, stream, heartbeat, stop}, record);
//     talk.begin(std::move(splice), OurTool::Offered, ReplyPieces::Passed);
//     auto answered = talk.ask(conversation);   // as often as our calls need it
//     talk.pass_answer(Then::End);              // what waited for the end of the reply
//
// One thread.
#pragma once

#include "fovea/gateway/splice/answer_splice.hpp"
#include "fovea/gateway/splice/splice.hpp"
#include "fovea/gateway/splice/spliced_dialect.hpp"
#include "fovea/gateway/turns/gateway_turn.hpp"
#include "fovea/gateway/turns/heartbeat.hpp"
#include "fovea/gateway/turns/reply_stream.hpp"
#include "fovea/gateway/turns/turn_sender.hpp"
#include "fovea/turn/run_turn.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::gateway {

enum class OurTool : std::uint8_t { Absent, Offered };
// Held: nothing is said before the reply is whole and was looked at.
enum class ReplyPieces : std::uint8_t { Passed, Held };

class ModelTalk {
public:
    struct About {
        const TurnParts& parts;
        const TurnJob& job;
        const ParsedRequest& request;
        const Way& way;
        ReplyStream& stream;
        Heartbeat& heartbeat;
        const std::stop_token& stop;
    };

    // Borrows all; the record is written to.
    ModelTalk(const About& about, Record& record) : about_(about), record_(record) {}
    ModelTalk(const ModelTalk&) = delete;
    ModelTalk& operator=(const ModelTalk&) = delete;

    void begin(std::optional<Splice> splice, OurTool our_tool, ReplyPieces pieces);

    Result<providers::Reply> ask(const delivery::Conversation& conversation);

    // Ids of the program's calls in the last reply, where its bytes pass.
    std::vector<std::string> their_calls() const;
    void pass_answer(Then then);
    // The next words are those of another reply of the same answer.
    void go_on() { begins_anew_ = has_said_text_; }

    void heal(const std::string& sentence);
    void tell_headers() { about_.stream.set_headers(headers()); }
    Headers headers() const;

    bool was_spliced() const { return sender_ && sender_->was_spliced(); }
    const std::optional<PassedRefusal>& refusal() const;
    void note_sent();  // when it is over

private:
    const config::Settings& settings() const { return about_.parts.core.settings(); }
    delivery::Services services();
    Result<std::unique_ptr<providers::Dialect>> dialect_for(const delivery::Target& target);
    config::Settings settings_for() const;
    delivery::Picturing picturing(const delivery::Target& target) const;
    turn::TurnEvents events(const std::string& vision_model);
    void pass_piece(const providers::StreamEvent& event);
    void note(const turn::Answered& answered, const delivery::Conversation& conversation);

    const About about_;
    Record& record_;
    std::optional<Splice> splice_;  // none: the request is written anew
    ReplyPieces pieces_ = ReplyPieces::Passed;
    LastWritten written_;
    std::unique_ptr<AnswerSplice> answer_;  // null: no calls of ours are in it
    bool has_said_text_ = false;
    bool begins_anew_ = false;
    std::size_t retried_ = 0;  // requests that were sent again as they were, so far
    std::optional<delivery::Services> client_;
    std::optional<TurnSender> sender_;
    const std::optional<PassedRefusal> no_refusal_;
};

}  // namespace fovea::gateway

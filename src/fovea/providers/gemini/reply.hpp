// Puts a reply together from one response or from the many of a stream; they have the same form.
//
//     ReplyParts parts;
//     TRY(parts.take(response, shown));
//     return parts.reply();
#pragma once

#include "fovea/providers/dialect.hpp"

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace fovea::providers::gemini {

class ReplyParts {
public:
    // Adds what a person can already see to `shown`.
    Result<void, WireFailure> take(
        const boost::json::value& response, std::vector<StreamEvent>& shown
    );

    // A reason to finish came, or the prompt was blocked.
    bool ended() const { return blocked_ || !reason_.empty(); }

    // Transient for an answer of nothing at all, which Gemini gives now and then.
    Result<Reply, WireFailure> reply() const;

private:
    Result<void, WireFailure> take_part(
        const boost::json::value& part, std::vector<StreamEvent>& shown
    );
    Result<void, WireFailure> take_call(
        const boost::json::value& call, std::vector<StreamEvent>& shown
    );
    void take_thought(std::string text, std::string signature);
    void take_text(std::string text, bool is_signed);

    Reply reply_;
    std::string response_id_;
    std::string reason_;
    std::size_t bytes_ = 0;
    std::size_t calls_ = 0;
    bool blocked_ = false;
    bool sealed_ = false;  // the last text was signed: nothing may be added to it
};

// {"error": {…}} under HTTP 200. What is only transient or unclear is FailureKind::Stream.
WireFailure failure_in_answer(const boost::json::value& body);

}  // namespace fovea::providers::gemini

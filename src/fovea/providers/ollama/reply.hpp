// Puts a reply together from one answer or from the many lines of a stream; they have the same form.
//
//     ReplyLines lines;
//     TRY(lines.take(answer, shown));
//     return lines.reply();
#pragma once

#include "fovea/providers/dialect.hpp"

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace fovea::providers::ollama {

class ReplyLines {
public:
    // Adds what a person can already see to `shown`.
    Result<void, WireFailure> take(
        const boost::json::value& answer, std::vector<StreamEvent>& shown
    );

    bool ended() const { return ended_; }  // "done" came
    Reply reply() const;

private:
    Result<void, WireFailure> add(std::string& to, const std::string& more);
    Result<void, WireFailure> take_call(
        const boost::json::value& call, std::string_view time, std::vector<StreamEvent>& shown
    );

    std::string thinking_;
    std::string text_;
    std::vector<content::ToolUseBlock> calls_;
    std::string reason_;
    Usage usage_;
    std::size_t bytes_ = 0;
    bool ended_ = false;
};

// {"error": "…"} under HTTP 200. What is only transient or unclear is FailureKind::Stream.
WireFailure failure_in_answer(const boost::json::value& answer);

}  // namespace fovea::providers::ollama

// One answer for a program, made of several of a model that called analyze_image in between, in the server's own bytes: our calls
// are left out, places in the answer follow each other, counts of tokens are those of all. What no reader of ours knows stays.
//
//     const auto splice = make_answer_splice(dialect, AnswerForm::Stream);
//     out.write(splice->feed(bytes));          // whole events alone, so that anything may stand between
//     out.write(splice->end_reply(Then::End)); // or Then::GoesOn: another reply follows
//
// The closing events of a reply that called us wait for end_reply(); one that did not passes as it comes.
#pragma once

#include "fovea/gateway/dialect.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

enum class AnswerForm : std::uint8_t { Stream, Whole };
enum class Then : std::uint8_t { End, GoesOn };

class AnswerSplice {
public:
    virtual ~AnswerSplice() = default;

    virtual std::string feed(std::string_view bytes) = 0;
    virtual std::string end_reply(Then then) = 0;

    // Ids of what this reply calls of the program, of any kind; before end_reply().
    virtual std::vector<std::string> their_calls() const = 0;
};

std::unique_ptr<AnswerSplice> make_answer_splice(Dialect dialect, AnswerForm form);

}  // namespace fovea::gateway

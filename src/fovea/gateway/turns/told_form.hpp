// The form of an answer that a model was told in words, since nothing binds it to one: whether its answer has it, and what it is
// told where it has not (CAL-HL-33).
//
//     const auto form = told_form(request, target, is_spoken);   // none: nobody was told
//     system += form->instructions();
//     const auto wrong = form->check(reply);   // the bare JSON stands in the reply then
//     if (wrong) messages = form->ask_again(reply, *wrong);
//
// A reply that calls a tool, was cut off or refuses is no answer yet: it has no form to keep.
#pragma once

#include "fovea/base/answer_schema.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/gateway/dialect.hpp"
#include "fovea/providers/provider.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fovea::gateway {

class ToldForm {
public:
    // How often a model is asked again.
    static constexpr int kMostRetries = 2;

    // For the system prompt; empty where somebody else says it (JSON of any form).
    std::string instructions() const;

    // What is wrong with it. Of one that keeps to the form nothing but the JSON is left.
    std::optional<Error> check(providers::Reply& reply) const;

    // What follows in the conversation.
    static std::vector<content::Message> ask_again(
        const providers::Reply& reply, const Error& wrong
    );

private:
    friend std::optional<ToldForm> told_form(
        const ParsedRequest& request, const delivery::Target& target, bool is_spoken
    );
    ToldForm(std::optional<AnswerSchema> schema, std::string text)
        : schema_(std::move(schema)), text_(std::move(text)) {}

    std::optional<AnswerSchema> schema_;  // none: it cannot be checked
    std::string text_;                    // empty: JSON of any form
};

std::optional<ToldForm> told_form(
    const ParsedRequest& request, const delivery::Target& target, bool is_spoken
);

}  // namespace fovea::gateway

#include "fovea/gateway/turns/told_form.hpp"

#include "fovea/gateway/outbound/wire_words.hpp"
#include "fovea/providers/wishes.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace fovea::gateway {
namespace {

using content::TextBlock;
using providers::FinishReason;

constexpr const char* kAnyObject = R"({"type":"object"})";

bool is_text(const content::ContentBlock& block) {
    return std::holds_alternative<TextBlock>(block);
}

// One text in the place of all.
void say_only(std::string json, std::vector<content::ContentBlock>& content) {
    auto first = std::ranges::find_if(content, is_text);
    if (first == content.end()) return;
    *first = TextBlock{std::move(json)};
    content.erase(std::remove_if(first + 1, content.end(), is_text), content.end());
}

}  // namespace

std::string ToldForm::instructions() const {
    return text_.empty() ? std::string() : schema_instructions(text_);
}

std::optional<Error> ToldForm::check(providers::Reply& reply) const {
    if (!schema_ || finish_of(reply) != FinishReason::Stop) return std::nullopt;
    auto read = schema_->read(content::text_of(reply.content));
    if (!read.ok()) return read.error();
    say_only(std::move(read).value(), reply.content);
    return std::nullopt;
}

std::vector<content::Message> ToldForm::ask_again(
    const providers::Reply& reply, const Error& wrong
) {
    auto said = reply.content;
    if (said.empty()) said.emplace_back(TextBlock{"(nothing)"});
    return {
        {content::Role::Assistant, std::move(said)},
        {content::Role::User, {TextBlock{fovea::ask_again(wrong)}}}};
}

std::optional<ToldForm> told_form(
    const ParsedRequest& request, const delivery::Target& target, bool is_spoken
) {
    if (is_spoken) return std::nullopt;
    const bool has_schema = request.json_schema.has_value();
    if (has_schema && target.traits.native_schema) return std::nullopt;
    if (!has_schema && (!request.wishes.json_object || providers::has_json_mode(target.kind))) {
        return std::nullopt;
    }
    const auto text = has_schema ? *request.json_schema : std::string();
    auto schema = AnswerSchema::compile(has_schema ? text : kAnyObject);
    return ToldForm(schema.ok() ? std::optional(std::move(schema).value()) : std::nullopt, text);
}

}  // namespace fovea::gateway

#include "fovea/agent/permission_entry.hpp"

#include "fovea/base/json_members.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

#include <string_view>

namespace fovea::agent {
namespace {

namespace json = boost::json;

constexpr std::string_view kType = "permission";

}  // namespace

store::Entry permission_entry(const PersonsWord& word, store::Time time) {
    const json::object body{
        {"type", kType},
        {"tool", to_utf8(word.tool)},
        {"tool_use_id", to_utf8(word.tool_use_id)},
        {"allowed", word.allowed}};
    return {.kind = store::EntryKind::Telemetry, .time = time, .body = json::serialize(body)};
}

std::optional<PersonsWord> persons_word_in(const store::Entry& entry) {
    if (entry.kind != store::EntryKind::Telemetry) return std::nullopt;
    if (entry.body.find(kType) == entry.body.npos) return std::nullopt;  // most are of turns
    const auto body = store::body_of(entry);
    if (!body.ok() || text_in(body.value(), "type") != kType) return std::nullopt;
    const auto* allowed = body.value().if_contains("allowed");
    return PersonsWord{
        std::string(text_in(body.value(), "tool")),
        std::string(text_in(body.value(), "tool_use_id")),
        allowed != nullptr && allowed->is_bool() && allowed->get_bool()};
}

}  // namespace fovea::agent

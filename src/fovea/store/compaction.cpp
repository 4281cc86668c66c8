#include "fovea/store/compaction.hpp"

#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

namespace fovea::store {

namespace json = boost::json;

Entry compaction_entry(const Compaction& compaction, Time time) {
    json::array kept;
    for (const auto seq : compaction.kept) kept.emplace_back(seq);
    const json::object body{
        {"summary", to_utf8(compaction.summary)},
        {"through", compaction.through},
        {"kept", std::move(kept)}};
    return {0, EntryKind::Compaction, time, json::serialize(body)};
}

Result<Compaction> compaction_of(const Entry& entry) {
    const Error wrong{
        ErrorCode::InvalidInput, "entry " + std::to_string(entry.seq) + " is not a compaction"};
    if (entry.kind != EntryKind::Compaction) return wrong;
    const auto body = TRY(body_of(entry));
    const auto* summary = body.if_contains("summary");
    const auto* through = body.if_contains("through");
    const auto* kept = body.if_contains("kept");
    if (summary == nullptr || !summary->is_string() || through == nullptr || kept == nullptr ||
        !kept->is_array()) {
        return wrong;
    }
    Compaction compaction{.summary = std::string(summary->get_string())};
    json::error_code failed;
    compaction.through = through->to_number<std::uint64_t>(failed);
    for (const auto& seq : kept->get_array()) {
        if (failed) break;
        compaction.kept.push_back(seq.to_number<std::uint64_t>(failed));
    }
    if (failed) return wrong;
    return compaction;
}

}  // namespace fovea::store

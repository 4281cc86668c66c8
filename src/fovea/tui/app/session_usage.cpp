#include "fovea/tui/app/session_usage.hpp"

#include "fovea/agent/compaction.hpp"
#include "fovea/people/human.hpp"
#include "fovea/store/ledger.hpp"
#include "fovea/tui/app/event_lines.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

namespace fovea::tui {
namespace {

namespace json = boost::json;

constexpr std::size_t kMostTurns = 60;

std::uint64_t count_in(const json::object& body, std::string_view name) {
    const auto* value = body.if_contains(name);
    if (value == nullptr || !value->is_number()) return 0;
    boost::system::error_code bad;
    const auto number = value->to_number<std::uint64_t>(bad);
    return bad ? 0 : number;
}

std::string text_in(const json::object& body, std::string_view name) {
    const auto* value = body.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : "";
}

bool begins_turn(const content::Message& message) {
    if (message.role != content::Role::User) return false;
    return std::ranges::any_of(message.content, [](const auto& block) {
        return !std::holds_alternative<content::ToolResultBlock>(block);
    });
}

}  // namespace

Result<SessionUsage> usage_of(std::span<const store::Entry> entries) {
    SessionUsage usage;
    for (const auto& entry : entries) {
        if (entry.kind == store::EntryKind::Message) {
            if (begins_turn(TRY(store::message_of(entry)))) usage.tokens_by_turn.push_back(0);
        }
        if (entry.kind != store::EntryKind::Usage) continue;
        const auto body = TRY(store::body_of(entry));
        auto& row = usage.by_model[text_in(body, "provider") + "/" + text_in(body, "model")];
        ++row.calls;
        const auto input = count_in(body, "input_tokens"), output = count_in(body, "output_tokens");
        row.input += input;
        row.output += output;
        row.cached += count_in(body, "cache_read_tokens");
        const auto* usd = body.if_contains("cost_usd");
        if (usd != nullptr && usd->is_number()) row.usd += usd->to_number<double>();
        const auto* known = body.if_contains("cost_known");
        row.is_priced =
            row.is_priced && (known == nullptr || !known->is_bool() || known->get_bool());
        if (usage.tokens_by_turn.empty()) usage.tokens_by_turn.push_back(0);
        usage.tokens_by_turn.back() += input + output;
    }
    return usage;
}

std::string sparkline(std::span<const std::uint64_t> numbers, std::size_t most) {
    constexpr std::array kBars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    if (numbers.size() > most) numbers = numbers.subspan(numbers.size() - most);
    std::uint64_t highest = 0;
    for (const auto number : numbers) highest = std::max(highest, number);
    std::string line;
    for (const auto number : numbers) {
        const auto step = highest == 0 ? 0 : number * (kBars.size() - 1) / highest;
        line += kBars[static_cast<std::size_t>(step)];
    }
    return line;
}

Result<StyledText> usage_lines(Conversation& talk) {
    const auto entries = TRY(talk.machine().sessions().read(talk.id()));
    const auto usage = TRY(usage_of(entries));
    StyledText lines;
    lines.emplace_back("  billed, as the providers reported it", bold_of());
    double usd = 0;
    bool is_priced = true;
    for (const auto& [model, row] : usage.by_model) {
        StyledLine line("    " + model);
        line.add(
            "  " + people::counted(row.calls, "call") + " · " + number_text(row.input) + " in",
            style_of(Role::Quiet)
        );
        if (row.cached > 0) {
            line.add(" (" + number_text(row.cached) + " cached)", style_of(Role::Quiet));
        }
        line.add(" · " + number_text(row.output) + " out · ", style_of(Role::Quiet));
        const bool is_local = model.starts_with("local/");
        const auto cost = is_local        ? std::string("on this machine")
                          : row.is_priced ? cost_text(row.usd)
                                          : std::string("no price known");
        line.add(cost, style_of(row.is_priced ? Role::Plain : Role::Warning));
        lines.push_back(std::move(line));
        usd += row.usd;
        is_priced = is_priced && row.is_priced;
    }
    if (usage.by_model.empty()) lines.emplace_back("    nothing yet", style_of(Role::Quiet));
    if (usage.by_model.size() > 1) {
        lines.emplace_back(
            (is_priced ? "    together " : "    together at least ") + cost_text(usd)
        );
    }
    if (usage.tokens_by_turn.size() > 1) {
        StyledLine line("    tokens by turn ", style_of(Role::Quiet));
        line.add(sparkline(usage.tokens_by_turn, kMostTurns), style_of(Role::Accent));
        lines.push_back(std::move(line));
    }
    std::uint64_t pictures = 0, count = 0;
    for (const auto& image : TRY(store::ledger_of(entries))) {
        pictures += image.reached.tokens;
        ++count;
    }
    std::vector<content::Message> messages;
    for (const auto& entry : entries) {
        if (entry.kind == store::EntryKind::Message) {
            messages.push_back(TRY(store::message_of(entry)));
        }
    }
    lines.emplace_back("  estimated by Fovea, not billed", bold_of());
    lines.emplace_back(
        "    the conversation is about " + number_text(agent::estimated_tokens(messages)) +
            " tokens long",
        style_of(Role::Quiet)
    );
    if (count > 0) {
        const auto size = pictures > 0 ? "about " + number_text(pictures) + " tokens"
                                       : std::string("how many tokens is not known");
        lines.emplace_back(
            "    " + people::counted(count, "picture") + " in it, as last sent: " + size,
            style_of(Role::Quiet)
        );
    }
    return lines;
}

}  // namespace fovea::tui

#include "fovea/tui/app/event_lines.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/people/delivery_text.hpp"
#include "fovea/people/human.hpp"
#include "fovea/tui/app/call_text.hpp"
#include "fovea/tui/screen/graphemes.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace fovea::tui {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxDetailLines = 60;
constexpr std::size_t kMaxSaidLines = 30;
constexpr std::size_t kMaxSaidBytes = 4000;
constexpr std::size_t kMaxDetailBytes = 16u << 10;

bool is_seen(store::ImageState state) {
    return state == store::ImageState::Pixels || state == store::ImageState::Low ||
           state == store::ImageState::Described;
}

std::string name_of_row(const delivery::ReceiptRow& row) {
    if (!row.filename.empty()) return row.filename;
    content::ImageBlock image;
    image.source = row.delivery.image;
    return people::name_of(image);
}

// A reason may go on at length; /receipt has all of it.
std::string first_sentence(const std::string& reason) {
    return reason.substr(0, reason.find(". "));
}

// "/vision-proxy consent yes fa", where that is what a reason asks for.
std::string how_to_agree(const std::string& reason) {
    constexpr std::string_view kBefore = "To agree: fovea ";
    const auto at = reason.find(kBefore);
    return at == std::string::npos ? std::string() : "/" + reason.substr(at + kBefore.size());
}

}  // namespace

std::string_view state_words(store::ImageState state) {
    switch (state) {
        case store::ImageState::Pixels: return "as pixels";
        case store::ImageState::Low: return "small";
        case store::ImageState::Described: return "as a description";
        case store::ImageState::Text: return "by name only";
        case store::ImageState::Quarantined: return "refused by the provider";
        case store::ImageState::NotSeen: return "not seen";
    }
    return "";
}

Role role_of(store::ImageState state) {
    return is_seen(state) ? Role::Good : Role::Warning;
}

std::string size_text(media::PixelSize size) {
    return fmt::format("{}×{}", size.width, size.height);
}

std::string number_text(std::uint64_t number) {
    auto digits = std::to_string(number);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
        digits.insert(static_cast<std::size_t>(at), ",");
    }
    return digits;
}

std::string tokens_text(std::uint64_t number) {
    return number_text(number) + (number == 1 ? " token" : " tokens");
}

std::string cost_text(double usd) {
    if (usd > 0 && usd < 0.0001) return "under $0.0001";
    return usd < 0.1 ? fmt::format("${:.4f}", usd) : fmt::format("${:.2f}", usd);
}

std::string time_text(std::chrono::milliseconds time) {
    const auto seconds = std::chrono::duration<double>(time).count();
    if (seconds < 10) return fmt::format("{:.1f} s", seconds);
    if (seconds < 60) return fmt::format("{:.0f} s", seconds);
    const auto whole = static_cast<long>(seconds);
    return fmt::format("{} min {} s", whole / 60, whole % 60);
}

StyledText lines_of_said(const content::Message& message, int columns) {
    StyledText lines;
    StyledLine first("› ", style_of(Role::Accent));
    // What stands before the last are files that the words name.
    std::string words;
    for (const auto& block : message.content) {
        if (const auto* text = std::get_if<content::TextBlock>(&block)) words = text->text;
    }
    const auto shown = shorten(words, kMaxSaidBytes);
    auto texts = lines_of(shown);
    if (words.size() > kMaxSaidBytes || texts.size() > kMaxSaidLines) {
        texts.resize(std::min(texts.size(), kMaxSaidLines));
        const auto count = static_cast<std::uint64_t>(std::ranges::count(words, '\n')) + 1;
        texts.emplace_back(
            "… " + people::counted(count, "line") + " in all", style_of(Role::Quiet)
        );
    }
    for (const auto& block : message.content) {
        std::string chip;
        if (const auto* image = std::get_if<content::ImageBlock>(&block)) {
            chip = "[▣ " + people::name_of(*image);
            if (image->size.pixels() > 0) chip += " " + size_text(image->size);
            chip += "]";
        } else if (const auto* document = std::get_if<content::DocumentBlock>(&block)) {
            chip = "[▤ " + document->filename + "]";
        }
        if (chip.empty()) continue;
        if (!texts.back().empty()) texts.back().add(" ");
        texts.back().add(chip, style_of(Role::Accent));
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        StyledLine line = i == 0 ? first : StyledLine("  ");
        line.add(texts[i]);
        for (auto& each : wrap(line, columns, 2)) lines.push_back(std::move(each));
    }
    return lines;
}

StyledLine line_of_call(const CallDone& done) {
    StyledLine line;
    const bool failed = done.result.is_error;
    line.add(failed ? "✗ " : "● ", style_of(failed ? Role::Error : Role::Good));
    line.add(done.call.name, style_of(Role::Quiet));
    if (const auto about = call_text(done.call); !about.empty()) {
        line.add(" " + about, style_of(Role::Quiet));
    }
    if (const auto summary = result_summary(done.result); !summary.empty()) {
        line.add(
            failed ? "  " + summary : " (" + summary + ")",
            style_of(failed ? Role::Error : Role::Quiet)
        );
    }
    if (done.took >= std::chrono::milliseconds(100)) {
        line.add(" · " + time_text(done.took), style_of(Role::Quiet));
    }
    return line;
}

StyledText lines_of_call(const CallDone& done, int columns) {
    StyledText lines = wrap(line_of_call(done), columns, 4);
    const auto add = [&](std::string_view text) {
        auto all = lines_of(shorten(text, kMaxDetailBytes), style_of(Role::Quiet));
        const auto count = all.size();
        if (count > kMaxDetailLines) {
            all.resize(kMaxDetailLines);
            all.emplace_back(
                "… " + std::to_string(count - kMaxDetailLines) + " more lines",
                style_of(Role::Quiet)
            );
        }
        for (const auto& line : all) {
            for (auto& each : wrap_anywhere(indented(line, 4), columns, 4)) {
                lines.push_back(std::move(each));
            }
        }
    };
    add(done.call.input);
    const auto text = result_text(done.result);
    if (!text.empty()) {
        lines.emplace_back("    ↳", style_of(Role::Quiet));
        add(text);
    }
    return lines;
}

StyledText notice_lines(const std::string& words, Role role, int columns) {
    StyledText lines;
    for (const auto& line : lines_of(words, style_of(role))) {
        for (auto& each : wrap(indented(line, 2), columns, 2)) lines.push_back(std::move(each));
    }
    return lines;
}

StyledText receipt_lines(const agent::RunResult& result, int columns) {
    std::vector<std::string> parts;
    std::map<store::ImageState, std::uint64_t> states;
    std::uint64_t earlier = 0;
    for (const auto& row : result.receipt) {
        if (row.earlier)
            ++earlier;
        else
            ++states[row.delivery.state];
    }
    for (const auto& [state, count] : states) {
        parts.push_back(people::counted(count, "picture") + " " + std::string(state_words(state)));
    }
    if (earlier > 0) {
        parts.push_back(
            states.empty() ? people::counted(earlier, "picture") + " of earlier turns"
                           : std::to_string(earlier) + " of earlier turns"
        );
    }
    const auto& usage = result.usage;
    if (usage.input_tokens > 0 || usage.output_tokens > 0) {
        auto tokens = number_text(usage.input_tokens) + " in";
        if (usage.cache_read_tokens > 0) {
            tokens += " (" + number_text(usage.cache_read_tokens) + " cached)";
        }
        parts.push_back(std::move(tokens));
        parts.push_back(number_text(usage.output_tokens) + " out");
    }
    const bool is_priced = std::ranges::all_of(result.by_model, [](const auto& each) {
        return each.second.is_priced;
    });
    if (result.cost_usd > 0) {
        parts.push_back((is_priced ? "" : "at least ") + cost_text(result.cost_usd));
    } else if (!is_priced && usage.input_tokens > 0) {
        parts.emplace_back("no price known");
    }
    StyledText lines;
    if (!parts.empty()) {
        const StyledLine line(fmt::format("  {}", fmt::join(parts, " · ")), style_of(Role::Quiet));
        for (auto& each : wrap(line, columns, 2)) lines.push_back(std::move(each));
    }
    // Each new picture that is less than it was, with the reason; of earlier ones /receipt tells.
    std::vector<std::string> told;
    std::string agrees;
    for (const auto& row : result.receipt) {
        if (row.earlier) continue;
        const auto& delivery = row.delivery;
        std::string words;
        auto role = Role::Quiet;
        if (delivery.state == store::ImageState::Described) {
            words = "[Vision Proxy] " + name_of_row(row) + " was described in words";
            if (!delivery.reason.empty()) words += ": " + delivery.reason;
        } else if (!is_seen(delivery.state)) {
            words = name_of_row(row) + " was not seen";
            if (!delivery.reason.empty()) words += ": " + first_sentence(delivery.reason);
            if (const auto way = how_to_agree(delivery.reason); !way.empty()) agrees = way;
            role = Role::Warning;
        } else if (delivery.downscaled && delivery.state == store::ImageState::Pixels) {
            words = "[downscaled] " + name_of_row(row) + " went as " + size_text(delivery.size);
        }
        if (words.empty() || std::ranges::find(told, words) != told.end()) continue;
        told.push_back(words);
        for (auto& each : notice_lines(words, role, columns)) lines.push_back(std::move(each));
    }
    if (!agrees.empty()) {
        for (auto& each : notice_lines("to agree: " + agrees, Role::Quiet, columns)) {
            lines.push_back(std::move(each));
        }
    }
    return lines;
}

StyledText receipt_row_lines(const delivery::ReceiptRow& row, int columns) {
    const auto& delivery = row.delivery;
    StyledLine line("  " + name_of_row(row), bold_of());
    if (row.original.pixels() > 0) line.add(" " + size_text(row.original), style_of(Role::Quiet));
    line.add("  " + std::string(state_words(delivery.state)), style_of(role_of(delivery.state)));
    if (delivery.size.pixels() > 0) line.add(" " + size_text(delivery.size));
    if (delivery.tiles > 0) line.add(", " + people::counted(delivery.tiles, "tile"));
    if (delivery.tokens > 0) {
        line.add(" · ≈ " + tokens_text(delivery.tokens), style_of(Role::Quiet));
    }
    if (delivery.downscaled) line.add(" · downscaled", style_of(Role::Warning));
    auto lines = wrap(line, columns, 4);
    if (!delivery.reason.empty()) {
        for (auto& each :
             wrap(StyledLine("    " + delivery.reason, style_of(Role::Quiet)), columns, 4))
            lines.push_back(std::move(each));
    }
    return lines;
}

StyledText ending_lines(const agent::RunResult& result, int columns) {
    const auto message = result.error ? result.error->message : std::string("the turn failed");
    switch (result.ending) {
        case agent::Ending::Success: return {};
        case agent::Ending::Cancelled: return notice_lines("stopped", Role::Warning, columns);
        case agent::Ending::Error:
        case agent::Ending::MaxTurns:
        case agent::Ending::BudgetExceeded: break;
    }
    const auto code = result.error ? std::string(wire_name(result.error->code)) + ": " : "";
    return notice_lines("✗ " + code + message, Role::Error, columns);
}

std::string doing_text(const turn::CallProgress& progress) {
    const auto files = [&](std::string_view verb, std::string_view thing) {
        auto text = fmt::format("{} {}", verb, people::counted(progress.total, thing));
        if (progress.done > 0) text += fmt::format(", {} done", progress.done);
        return text;
    };
    switch (progress.doing) {
        case turn::Doing::Opening: return "opening documents";
        case turn::Doing::Fetching: return "fetching a picture";
        case turn::Doing::Describing: return files("describing", "picture");
        case turn::Doing::Reading: return files("reading", "file");
        case turn::Doing::Sending: break;
    }
    if (progress.done >= progress.total) return "waiting for " + progress.model;
    auto text = "sending " + people::human_bytes(progress.total);
    if (progress.done > 0) {
        const auto share = static_cast<double>(progress.done) / static_cast<double>(progress.total);
        text += fmt::format(", {:.0f} %", share * 100);
    }
    return text;
}

std::string notice_of(const agent::Event& event) {
    if (const auto* warned = std::get_if<agent::Warned>(&event)) {
        // The line below the answer tells it, and how to change it.
        const bool is_told_below = !how_to_agree(warned->message).empty();
        return is_told_below ? std::string() : warned->message;
    }
    if (const auto* retry = std::get_if<agent::Retrying>(&event)) {
        return retry->message + "; trying again in " + time_text(retry->wait);
    }
    if (const auto* rerouted = std::get_if<agent::Rerouted>(&event)) {
        return rerouted->reason + "; trying " + rerouted->to;
    }
    if (const auto* compacted = std::get_if<agent::Compacted>(&event)) {
        return fmt::format(
            "{} messages were replaced by a summary ({} tokens → {})",
            compacted->messages,
            number_text(compacted->tokens_before),
            number_text(compacted->tokens_after)
        );
    }
    if (const auto* fired = std::get_if<agent::HookFired>(&event)) {
        if (fired->error.empty()) return {};
        return "the hook \"" + fired->command + "\" of " + fired->event +
               " failed: " + fired->error;
    }
    if (const auto* started = std::get_if<agent::Started>(&event)) {
        std::string lines;
        for (const auto& server : started->mcp_servers) {
            if (server.status != "failed") continue;
            lines += (lines.empty() ? "" : "\n") + ("the MCP server " + server.name) +
                     " failed to start: " + server.reason;
        }
        return lines;
    }
    return {};
}

}  // namespace fovea::tui

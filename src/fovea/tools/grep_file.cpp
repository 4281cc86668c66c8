#include "fovea/tools/grep_file.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/tools/file_kind.hpp"
#include "fovea/tools/line_reader.hpp"
#include "fovea/tools/shown_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <re2/re2.h>
#include <utility>

namespace fovea::tools {
namespace {

constexpr std::size_t kMaxLine = 500;  // bytes shown
constexpr std::size_t kBefore = 200;   // of them before a match far to the right

// At a character's beginning.
std::size_t aligned(std::string_view text, std::size_t at) {
    while (at < text.size() && at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) {
        --at;
    }
    return at;
}

std::string cut(std::string_view text, std::size_t at) {
    if (text.size() <= kMaxLine) return to_utf8(text);
    const auto begin = at + kBefore < kMaxLine ? 0 : aligned(text, at - kBefore);
    const auto end = aligned(text, std::min(begin + kMaxLine, text.size()));
    return (begin > 0 ? "[…] " : "") + to_utf8(text.substr(begin, end - begin)) +
           (end < text.size() ? " […]" : "");
}

struct Kept {
    std::uint64_t number = 0;
    std::string text;
};

}  // namespace

void GrepOutput::line(
    std::string_view path, std::uint64_t number, std::string_view text, bool match, std::size_t at
) {
    const char sign = match ? ':' : '-';
    text_ += fmt::format("{}{}{}{}{}\n", shown_path(path), sign, number, sign, cut(text, at));
}

void GrepOutput::file(std::string_view path, std::uint64_t matches) {
    if (matches == 0) return;
    text_ += shown_path(path);
    if (settings_.mode == GrepMode::Count) text_ += ":" + std::to_string(matches);
    text_ += '\n';
    ++results_;
}

Result<GrepEnd> grep_file(
    const re2::RE2& expression,
    const GrepSettings& settings,
    std::string_view path,
    ingest::WorkspaceFile& file,
    GrepOutput& out,
    const SearchDeadline& deadline,
    const std::stop_token& stop
) {
    if (TRY(file_kind_of(file)).kind != FileKind::Text) return GrepEnd::Complete;
    LineReader reader(file);
    const auto max_searched = searched_bytes(expression);
    auto end = GrepEnd::Complete;
    std::deque<Kept> before;
    std::uint64_t matches = 0;
    std::uint64_t last_shown = 0;
    std::size_t after = 0;  // lines to show still
    while (const auto line = TRY(reader.next(stop))) {
        if (reader.is_binary()) break;
        if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
        if (deadline.is_over()) {
            end = GrepEnd::TimeOver;
            break;
        }
        re2::StringPiece match;
        const auto searched = line->text.substr(0, max_searched);
        if (searched.size() < line->text.size()) out.cut_line();
        const re2::StringPiece text(searched.data(), searched.size());
        const bool found = expression.Match(text, 0, text.size(), re2::RE2::UNANCHORED, &match, 1);
        if (settings.mode != GrepMode::Content) {
            matches += found ? 1 : 0;
            if (found && settings.mode == GrepMode::Files) break;
            continue;
        }
        if (found) {
            if (out.is_full()) return GrepEnd::Full;
            const auto first = before.empty() ? line->number : before.front().number;
            const bool apart = settings.context > 0 && !out.is_empty() && first != last_shown + 1;
            if (apart || (last_shown == 0 && settings.context > 0 && !out.is_empty())) out.gap();
            for (const auto& kept : before) out.line(path, kept.number, kept.text, false);
            before.clear();
            const auto at = static_cast<std::size_t>(match.data() - text.data());
            out.line(path, line->number, line->text, true, at);
            out.result();
            last_shown = line->number;
            after = settings.context;
        } else if (after > 0) {
            --after;
            out.line(path, line->number, line->text, false);
            last_shown = line->number;
        } else if (settings.context > 0) {
            before.push_back({line->number, std::string(line->text.substr(0, kMaxLine + 1))});
            if (before.size() > settings.context) before.pop_front();
        }
    }
    if (matches > 0 && out.is_full()) return GrepEnd::Full;
    out.file(path, matches);
    return end;
}

}  // namespace fovea::tools

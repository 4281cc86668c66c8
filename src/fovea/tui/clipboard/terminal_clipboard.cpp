#include "fovea/tui/clipboard/terminal_clipboard.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/tui/graphics/escapes.hpp"

#include <algorithm>
#include <utility>

namespace fovea::tui {
namespace {

constexpr std::string_view kBegin = "\x1b]5522;";
constexpr std::size_t kMaxTypes = 64u << 10;
constexpr std::size_t kMaxCopied = 100'000;  // of base64: more is refused by xterm and tmux

// The best first; the two kinds of words stand for all.
constexpr std::string_view kWanted[] = {
    "image/png", "image/jpeg", "image/webp", "image/gif", "text/uri-list", "text/plain"};

std::optional<std::string> decoded(std::string_view text) {
    const auto bytes = decode_base64(text);
    if (!bytes.ok()) return std::nullopt;
    return std::string(as_text(bytes.value()));
}

std::string question(std::string_view type) {
    return std::string(kBegin) + "type=read;" + base64_of(as_bytes(type)) + std::string(kStringEnd);
}

}  // namespace

// type=read:status=DATA:mime=<base64> ; payload
struct TerminalClipboard::Reply {
    std::string_view status;
    std::string mime;
    std::string_view payload;

    static std::optional<Reply> of(std::string_view sequence) {
        if (!sequence.starts_with(kBegin)) return std::nullopt;
        sequence.remove_prefix(kBegin.size());
        if (sequence.ends_with(kStringEnd)) {
            sequence.remove_suffix(kStringEnd.size());
        } else if (sequence.ends_with('\a')) {
            sequence.remove_suffix(1);
        } else {
            return std::nullopt;
        }
        Reply reply;
        const auto semicolon = std::min(sequence.find(';'), sequence.size());
        reply.payload = sequence.substr(std::min(semicolon + 1, sequence.size()));
        auto fields = sequence.substr(0, semicolon);
        while (!fields.empty()) {
            const auto end = std::min(fields.find(':'), fields.size());
            const auto field = fields.substr(0, end);
            if (field.starts_with("status=")) reply.status = field.substr(7);
            if (field.starts_with("mime=")) reply.mime = decoded(field.substr(5)).value_or("");
            fields.remove_prefix(std::min(end + 1, fields.size()));
        }
        return reply;
    }
};

std::string TerminalClipboard::begin() {
    types_.clear();
    asked_.clear();
    data_.clear();
    return question(".");
}

TerminalClipboard::Step TerminalClipboard::ask(std::string_view type) {
    asked_ = type;
    data_.clear();
    return {.is_ours = true, .write = question(type)};
}

TerminalClipboard::Step TerminalClipboard::fail(std::string_view status) const {
    const auto said = shorten(printable(status), 40);
    const auto why = status == "EPERM"   ? std::string("the terminal does not allow it")
                     : status == "EBUSY" ? std::string("another program is reading it")
                                         : "the terminal answers " + said;
    return {
        .is_ours = true,
        .done = Error{ErrorCode::InvalidInput, "the clipboard cannot be read: " + why}};
}

TerminalClipboard::Step TerminalClipboard::finish_list() {
    std::vector<std::string_view> offered;
    for (std::string_view rest = types_; !rest.empty();) {
        const auto end = std::min(rest.find_first_of(" \n"), rest.size());
        if (end > 0) offered.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (const auto type : kWanted) {
        if (std::ranges::find(offered, type) != offered.end()) return ask(type);
    }
    return {
        .is_ours = true,
        .done =
            Error{ErrorCode::InvalidInput, "there is no picture, file or text on the clipboard"}};
}

TerminalClipboard::Step TerminalClipboard::finish_data() {
    Step step{.is_ours = true};
    if (asked_.starts_with("image/")) {
        const auto bytes = as_bytes(data_);
        if (!is_picture_of_ours(bytes)) {
            step.done = Error{
                ErrorCode::DecodeFailed, "the clipboard says " + asked_ + ", and holds no picture"};
            return step;
        }
        step.done = Copied(CopiedPicture{Bytes(bytes.begin(), bytes.end()), clipboard_name(bytes)});
        return step;
    }
    auto paths = asked_ == "text/uri-list" ? listed_paths(data_, settings_.rules)
                                           : dropped_paths(data_, settings_.rules);
    if (!paths.empty()) {
        step.done = Copied(CopiedFiles{std::move(paths)});
    } else {
        step.done = Copied(CopiedText{std::exchange(data_, {})});
    }
    return step;
}

TerminalClipboard::Step TerminalClipboard::take(std::string_view sequence) {
    const auto reply = Reply::of(sequence);
    if (!reply) return {};
    if (reply->status == "OK") return {.is_ours = true};
    if (reply->status == "DONE") return asked_.empty() ? finish_list() : finish_data();
    if (reply->status != "DATA") return fail(reply->status);
    const auto piece = decoded(reply->payload);
    if (!piece) return fail("with what is no base64");
    if (asked_.empty()) {
        // Either the list as one text, or a piece for each type.
        types_ += (piece->empty() && reply->mime != "." ? reply->mime : *piece) + " ";
        if (types_.size() > kMaxTypes) return fail("with too many types");
        return {.is_ours = true};
    }
    if (reply->mime != asked_) return {.is_ours = true};
    const auto most = asked_.starts_with("image/") ? settings_.max_bytes : settings_.max_text;
    if (data_.size() + piece->size() > most) {
        data_.clear();
        return {
            .is_ours = true,
            .done = Error{
                ErrorCode::FileTooLarge,
                "the clipboard holds more than " + std::to_string(most) + " bytes"}};
    }
    data_ += *piece;
    return {.is_ours = true};
}

}  // namespace fovea::tui

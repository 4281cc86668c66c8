#include "fovea/tui/clipboard/inline_file.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace fovea::tui {
namespace {

constexpr std::string_view kBegin = "\x1b]1337;File=";

std::string last_part(std::string_view path) {
    const auto slash = path.find_last_of("/\\");
    if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
    auto name = to_utf8(path);
    return name.empty() || name == "." || name == ".." ? "dropped" : name;
}

}  // namespace

bool is_inline_file(std::string_view sequence) {
    return sequence.starts_with(kBegin);
}

Result<InlineFile> inline_file(std::string_view sequence, std::size_t max_bytes) {
    const Error garbled{ErrorCode::InvalidInput, "the terminal sent a file that is garbled"};
    if (!is_inline_file(sequence)) return garbled;
    sequence.remove_prefix(kBegin.size());
    if (sequence.ends_with("\x1b\\")) {
        sequence.remove_suffix(2);
    } else if (sequence.ends_with('\a')) {
        sequence.remove_suffix(1);
    } else {
        return garbled;
    }
    const auto colon = sequence.find(':');
    if (colon == std::string_view::npos) return garbled;

    InlineFile file{.filename = "dropped", .bytes = {}};
    std::optional<std::uint64_t> size;
    for (auto fields = sequence.substr(0, colon); !fields.empty();) {
        const auto end = std::min(fields.find(';'), fields.size());
        const auto field = fields.substr(0, end);
        if (field.starts_with("name=")) {
            const auto name = decode_base64(field.substr(5));
            if (!name.ok()) return garbled;
            file.filename = last_part(as_text(name.value()));
        } else if (field.starts_with("size=")) {
            std::uint64_t number = 0;
            const auto* last = field.data() + field.size();
            if (std::from_chars(field.data() + 5, last, number).ptr != last) return garbled;
            size = number;
        }
        fields.remove_prefix(std::min(end + 1, fields.size()));
    }
    const auto payload = sequence.substr(colon + 1);
    if (size.value_or(0) > max_bytes || payload.size() / 4 * 3 > max_bytes + 3) {
        return Error{
            ErrorCode::FileTooLarge,
            "the terminal sent a file of more than " + std::to_string(max_bytes) + " bytes"};
    }
    auto bytes = decode_base64(payload);
    if (!bytes.ok() || (size && *size != bytes.value().size())) return garbled;
    file.bytes = std::move(bytes).value();
    return file;
}

}  // namespace fovea::tui

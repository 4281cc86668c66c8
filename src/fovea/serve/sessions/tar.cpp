#include "fovea/serve/sessions/tar.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <utility>

namespace fovea::serve {
namespace {

constexpr std::size_t kBlock = 512;
constexpr std::uint64_t kMaxSize = std::uint64_t{1} << 32;  // eleven octal digits hold 8 GiB

std::uint64_t padded(std::uint64_t size) {
    return (size + kBlock - 1) / kBlock * kBlock;
}

// The sum of all bytes, the eight of the sum itself taken for spaces.
unsigned checksum(std::string_view header) {
    unsigned sum = 0;
    for (std::size_t i = 0; i < kBlock; ++i) {
        sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(header[i]);
    }
    return sum;
}

std::string header_of(const TarFile& file) {
    std::string header(kBlock, '\0');
    const auto put = [&](std::size_t at, std::string_view text) {
        header.replace(at, text.size(), text);
    };
    const auto octal = [](std::uint64_t number, int digits) {
        std::array<char, 24> text{};
        std::snprintf(
            text.data(), text.size(), "%0*llo", digits, static_cast<unsigned long long>(number)
        );
        return std::string(text.data());
    };
    put(0, std::string_view(file.name).substr(0, 100));
    put(100, "0000600");
    put(108, "0000000");
    put(116, "0000000");
    put(124, octal(file.size, 11));
    put(136, "00000000000");  // no time: the same session gives the same bytes
    put(156, "0");
    put(257,
        std::string_view(
            "ustar\0"
            "00",
            8
        ));
    put(148, octal(checksum(header), 6));
    header[155] = ' ';
    return header;
}

std::string_view field(std::string_view header, std::size_t at, std::size_t size) {
    const auto text = header.substr(at, size);
    return text.substr(0, text.find('\0'));
}

Result<std::uint64_t> octal_in(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    std::uint64_t number = 0;
    for (const char c : text) {
        if (c < '0' || c > '7' || number > kMaxSize) {
            return Error{ErrorCode::InvalidInput, "not a tar file: a header has an invalid number"};
        }
        number = number * 8 + static_cast<std::uint64_t>(c - '0');
    }
    return number;
}

}  // namespace

TarText::TarText(std::vector<TarFile> files) : files_(std::move(files)) {
    for (const auto& file : files_) {
        begins_.push_back(size_);
        size_ += kBlock + padded(file.size);
    }
    size_ += 2 * kBlock;
}

Result<std::string> TarText::read(std::uint64_t offset, std::size_t most) const {
    const auto next = std::ranges::upper_bound(begins_, offset);
    if (next == begins_.begin())
        return std::string(std::min<std::uint64_t>(most, size_ - offset), '\0');
    const auto index = static_cast<std::size_t>(next - begins_.begin()) - 1;
    const auto& file = files_[index];
    const auto inside = offset - begins_[index];
    if (inside < kBlock) return header_of(file).substr(static_cast<std::size_t>(inside), most);
    const auto at = inside - kBlock;
    if (at < file.size) {
        return file.read(
            at, static_cast<std::size_t>(std::min<std::uint64_t>(most, file.size - at))
        );
    }
    const auto end = next == begins_.end() ? size_ : *next;
    return std::string(static_cast<std::size_t>(std::min<std::uint64_t>(most, end - offset)), '\0');
}

Result<void> TarReader::feed(std::string_view piece) {
    while (!piece.empty() && !is_over_) {
        if (left_ > 0) {
            const auto bytes = piece.substr(
                0, static_cast<std::size_t>(std::min<std::uint64_t>(left_, piece.size()))
            );
            if (is_wanted_) TRY(events_.data(bytes));
            left_ -= bytes.size();
            piece.remove_prefix(bytes.size());
            if (left_ == 0 && is_wanted_) TRY(events_.end());
        } else if (padding_ > 0) {
            const auto skipped = std::min<std::uint64_t>(padding_, piece.size());
            padding_ -= skipped;
            piece.remove_prefix(static_cast<std::size_t>(skipped));
        } else {
            const auto bytes = piece.substr(0, kBlock - header_.size());
            header_ += bytes;
            piece.remove_prefix(bytes.size());
            if (header_.size() == kBlock) TRY(take_header());
        }
    }
    return {};
}

Result<void> TarReader::take_header() {
    const auto header = std::exchange(header_, {});
    if (std::ranges::all_of(header, [](char c) { return c == '\0'; })) {
        is_over_ = true;
        return {};
    }
    if (TRY(octal_in(field(header, 148, 8))) != checksum(header)) {
        return Error{ErrorCode::InvalidInput, "not a tar file: a checksum is wrong"};
    }
    const auto size = TRY(octal_in(field(header, 124, 12)));
    const char type = header[156];
    const bool is_file = type == '0' || type == '\0';
    const bool is_remark = type == '5' || type == 'x' || type == 'g';
    if ((!is_file && !is_remark) || size > kMaxSize) {
        return Error{
            ErrorCode::InvalidInput, "the tar file has something that is not a plain file"};
    }
    std::string name(field(header, 0, 100));
    if (const auto prefix = field(header, 345, 155);
        header.substr(257, 5) == "ustar" && !prefix.empty()) {
        name = std::string(prefix) + "/" + name;
    }
    if (name.starts_with("./")) name.erase(0, 2);
    is_wanted_ = is_file;
    left_ = size;
    padding_ = padded(size) - size;
    if (is_wanted_) TRY(events_.begin(name, size));
    if (is_wanted_ && size == 0) TRY(events_.end());
    return {};
}

Result<void> TarReader::finish() const {
    if (is_over_ || (header_.empty() && left_ == 0 && padding_ == 0)) return {};
    return Error{ErrorCode::InvalidInput, "the tar file is cut off"};
}

}  // namespace fovea::serve

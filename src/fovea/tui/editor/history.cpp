#include "fovea/tui/editor/history.hpp"

#include "fovea/base/fd.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace fovea::tui {
namespace {

constexpr std::size_t kMaxKept = 1000;
constexpr std::size_t kMaxLine = 16u << 10;  // a longer text is remembered in this run alone
constexpr off_t kMaxFile = 2 << 20;

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return lower;
}

// The end of the file, as long as is looked at.
std::string read_end(const std::filesystem::path& file) {
    const Fd opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    const int fd = opened.number();
    if (fd < 0) return {};
    std::string text;
    struct stat about {};
    if (::fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) {
        if (about.st_size > kMaxFile) ::lseek(fd, -kMaxFile, SEEK_END);
        std::array<char, 64 * 1024> piece{};
        for (ssize_t got = 0; (got = ::read(fd, piece.data(), piece.size())) > 0;) {
            text.append(piece.data(), static_cast<std::size_t>(got));
        }
        // A line that was cut.
        if (about.st_size > kMaxFile) text.erase(0, std::min(text.find('\n'), text.size()));
    }
    return text;
}

std::vector<std::string> texts_in(std::string_view file) {
    std::vector<std::string> texts;
    while (!file.empty()) {
        const auto end = std::min(file.find('\n'), file.size());
        boost::system::error_code bad;
        const auto value = boost::json::parse(file.substr(0, end), bad);
        if (!bad && value.is_string()) texts.emplace_back(value.get_string());
        file.remove_prefix(std::min(end + 1, file.size()));
    }
    if (texts.size() > kMaxKept) {
        texts.erase(texts.begin(), texts.end() - static_cast<std::ptrdiff_t>(kMaxKept));
    }
    return texts;
}

}  // namespace

History::History(std::filesystem::path file) : file_(std::move(file)) {
    if (!file_.empty()) said_ = texts_in(read_end(file_));
}

void History::add(const std::string& said) {
    rewind();
    const bool is_blank = said.find_first_not_of(" \t\n") == std::string::npos;
    if (is_blank || said.front() == ' ' || (!said_.empty() && said_.back() == said)) return;
    said_.push_back(said);
    if (file_.empty() || said.size() > kMaxLine) return;
    const Fd opened(::open(
        file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600
    ));
    const int fd = opened.number();
    if (fd < 0) return;  // it is remembered in this run
    const auto line = boost::json::serialize(boost::json::string(to_utf8(said))) + "\n";
    static_cast<void>(::write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size()));
}

const std::string* History::older(const std::string& at_hand) {
    if (!at_) {
        if (said_.empty()) return nullptr;
        draft_ = at_hand;
        at_ = said_.size();
    }
    if (*at_ == 0) return nullptr;
    return &said_[--*at_];
}

const std::string* History::newer() {
    if (!at_) return nullptr;
    if (++*at_ < said_.size()) return &said_[*at_];
    at_.reset();
    return &draft_;
}

std::optional<std::size_t> History::find(std::string_view words, std::size_t before) const {
    const auto wanted = lower_case(words);
    for (auto i = std::min(before, said_.size()); i-- > 0;) {
        if (lower_case(said_[i]).find(wanted) != std::string::npos) return i;
    }
    return std::nullopt;
}

}  // namespace fovea::tui

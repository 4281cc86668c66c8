#include "fovea/config/secrets.hpp"

#include "fovea/config/settings.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ostream>
#include <string_view>

namespace fovea::config {
namespace {

constexpr std::size_t kMaxKeyFile = 16 << 10;
constexpr std::string_view kBlank = " \t\r\n";

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

class File {
public:
    // Not blocking: a pipe without a writer would keep us waiting.
    explicit File(const std::string& path)
        : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (fd_ >= 0) ::close(fd_);
    }

    int fd() const { return fd_; }

private:
    int fd_;
};

bool others_can_use(const struct stat& status) {
    const bool shared = (status.st_mode & (S_IRWXG | S_IRWXO)) != 0;
    return shared || (status.st_uid != ::geteuid() && status.st_uid != 0);
}

Result<Secret> checked(std::string_view text, const std::string& where) {
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return invalid(where + " is empty");
    text = text.substr(first, text.find_last_not_of(kBlank) - first + 1);
    const auto is_visible = [](char c) { return c > 0x20 && c < 0x7f; };
    if (!std::ranges::all_of(text, is_visible)) {
        return invalid(
            where + " contains spaces, line breaks or other characters that are not valid in a key"
        );
    }
    return Secret(std::string(text));
}

// `~/` is the home folder: files are where no shell expands it.
std::string expanded(const std::string& path, const Environment& environment) {
    const char* home = environment ? environment("HOME") : nullptr;
    return path.starts_with("~/") && home != nullptr ? home + path.substr(1) : path;
}

}  // namespace

Secret::~Secret() {
    if (!text_.empty()) ::explicit_bzero(text_.data(), text_.size());
}

void PrintTo(const Secret& secret, std::ostream* out) {
    *out << (secret.empty() ? "no secret" : "a secret");
}

Result<bool> is_private_file(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return invalid(path + " cannot be read: " + std::strerror(errno));
    }
    return !others_can_use(status);
}

Result<Secret> read_key_file(const std::string& path) {
    const File file(path);
    if (file.fd() < 0) {
        return invalid("the key file " + path + " cannot be opened: " + std::strerror(errno));
    }
    struct stat status {};
    if (::fstat(file.fd(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return invalid("the key file " + path + " is not a regular file");
    }
    if (others_can_use(status)) {
        return invalid(
            "the key file " + path + " can be read by other users; restrict it with: chmod 600 " +
            path
        );
    }
    std::array<char, kMaxKeyFile + 1> buffer{};
    std::size_t size = 0;
    while (size < buffer.size()) {
        const auto got = ::read(file.fd(), buffer.data() + size, buffer.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return invalid("the key file " + path + " cannot be read");
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    auto key = size > kMaxKeyFile
                   ? Result<Secret>(invalid("the key file " + path + " is larger than 16 KiB"))
                   : checked({buffer.data(), size}, "the key file " + path);
    ::explicit_bzero(buffer.data(), buffer.size());
    return key;
}

Result<std::optional<Secret>> read_key(
    const ProviderSettings& provider, const Environment& environment
) {
    if (!provider.api_key.empty()) {
        return std::optional(TRY(checked(provider.api_key.reveal(), "the api_key")));
    }
    if (!provider.api_key_file.empty()) {
        return std::optional(TRY(read_key_file(expanded(provider.api_key_file, environment))));
    }
    if (provider.api_key_env.empty()) return std::optional<Secret>();
    const auto& name = provider.api_key_env;
    const char* text = environment ? environment(name.c_str()) : nullptr;
    if (text == nullptr) {
        return invalid(
            "the variable " + name + ", which should hold the provider's key, is not set"
        );
    }
    return std::optional(TRY(checked(text, "the variable " + name)));
}

}  // namespace fovea::config

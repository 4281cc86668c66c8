#include "fovea/tui/app/external_editor.hpp"

#include "fovea/base/fd.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace fovea::tui {
namespace {

constexpr std::size_t kMaxText = 4u << 20;

std::string chosen_editor() {
    for (const char* const name : {"VISUAL", "EDITOR"}) {
        const char* const value = std::getenv(name);
        if (value != nullptr && *value != '\0') return value;
    }
    return "vi";
}

// The choice may have arguments in it, so a shell reads it; the file is never a part of its words.
int run_editor(const std::string& editor, const std::string& file) {
    const std::string script = editor + " \"$1\"";
    std::array<const char*, 6> words{
        "/bin/sh", "-c", script.c_str(), "fovea", file.c_str(), nullptr};
    posix_spawnattr_t attributes{};
    ::posix_spawnattr_init(&attributes);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (const int signal : {SIGPIPE, SIGINT, SIGQUIT, SIGTSTP, SIGTTOU, SIGXFSZ}) {
        sigaddset(&defaults, signal);
    }
    ::posix_spawnattr_setsigdefault(&attributes, &defaults);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t child = 0;
    const int failed = ::posix_spawn(
        &child,
        words[0],
        nullptr,
        &attributes,
        const_cast<char* const*>(words.data()),  // NOLINT: posix_spawn changes nothing of it
        ::environ
    );
    ::posix_spawnattr_destroy(&attributes);
    if (failed != 0) return -1;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Result<std::string> read_back(const std::string& file) {
    const Fd opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (opened.number() < 0) {
        return Error{ErrorCode::FileNotFound, "the editor left no file behind"};
    }
    std::string text;
    std::array<char, 64 * 1024> piece{};
    for (ssize_t got = 0; (got = ::read(opened.number(), piece.data(), piece.size())) > 0;) {
        text.append(piece.data(), static_cast<std::size_t>(got));
        if (text.size() > kMaxText) {
            return Error{ErrorCode::FileTooLarge, "the edited text is longer than 4 MiB"};
        }
    }
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

}  // namespace

Result<std::string> edit_externally(const std::string& text) {
    std::error_code bad;
    auto name = (std::filesystem::temp_directory_path(bad) / "fovea-XXXXXX.md").string();
    const Fd opened(::mkstemps(name.data(), 3));
    if (opened.number() < 0) {
        return Error{
            ErrorCode::StoreError,
            std::string("cannot write a file for the editor: ") + std::strerror(errno)};
    }
    const auto written = ::write(opened.number(), text.data(), text.size());
    auto edited = [&]() -> Result<std::string> {
        if (written != static_cast<ssize_t>(text.size())) {
            return Error{ErrorCode::StoreError, "cannot write a file for the editor"};
        }
        const auto editor = chosen_editor();
        const int code = run_editor(editor, name);
        if (code != 0) {
            return Error{
                ErrorCode::InvalidInput,
                "the editor \"" + editor + "\" ended with " +
                    (code < 0 ? std::string("a signal, or could not be started")
                              : "code " + std::to_string(code)) +
                    "; set $EDITOR to another one"};
        }
        return read_back(name);
    }();
    ::unlink(name.c_str());
    return edited;
}

}  // namespace fovea::tui

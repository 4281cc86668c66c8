#include "fovea/tools/attach_paths.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/ingest/bad_inputs.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/tools/file_kind.hpp"
#include "fovea/tools/numbered_text.hpp"
#include "fovea/tools/prompt_paths.hpp"
#include "fovea/tools/shown_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

namespace fovea::tools {
namespace {

// Of a prompt that was pasted: further ones are words.
constexpr std::size_t kMaxLookedFor = 1000;
constexpr std::size_t kMaxFiles = 100;

// A fence of backticks that the text cannot end.
std::string fenced(const std::string& name, const std::string& text) {
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    return name + ":\n" + fence + "\n" + text + fence;
}

// Whether the name is that of a picture or a document.
bool promises_other_than_text(const std::string& path) {
    const auto mime = ingest::promised_mime(ingest::FileSource{path});
    return mime == "application/pdf" || mime.starts_with("video/") ||
           (mime.starts_with("image/") && mime != "image/svg+xml");
}

class Attaching {
public:
    Attaching(
        const ingest::Workspace& workspace,
        const ingest::Intake& intake,
        const std::stop_token& stop
    )
        : workspace_(workspace), intake_(intake), stop_(stop) {}

    Result<content::Message> run(std::string_view prompt) {
        std::string words;
        std::size_t done = 0;
        std::size_t looked_for = 0;
        auto path = next_prompt_path(prompt, 0);
        while (path && looked_for++ < kMaxLookedFor) {
            if (stop_.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
            words += prompt.substr(done, path->begin - done);
            done = path->begin;
            auto next = path->begin + 1;
            if (path->readings.empty()) {
                ++done;  // one of the two
                next = path->begin + 2;
            } else {
                const auto attached = attach_first(path->readings);
                if (!attached.ok()) {
                    // Of one too many the next ones are no news.
                    if (attached.error().code == ErrorCode::LimitExceeded) return attached.error();
                    bad_.add(shown_path(path->readings.back().path), attached.error());
                }
                next = attached.ok() ? attached.value().value_or(next) : next;
            }
            path = next_prompt_path(prompt, next);
        }
        if (bad_.any()) return bad_.error();
        words += prompt.substr(done);
        content::Message message{content::Role::User, std::move(files_)};
        for (auto& text : texts_) message.content.emplace_back(content::TextBlock{std::move(text)});
        if (!words.empty() || message.content.empty()) {
            message.content.emplace_back(content::TextBlock{to_utf8(words)});
        }
        return message;
    }

private:
    // Where the reading that was attached ends; nothing when none names a file.
    Result<std::optional<std::size_t>> attach_first(const std::vector<PathReading>& readings) {
        for (const auto& reading : readings) {
            auto file = workspace_.open_file(reading.path);
            // Several files of nearly that name: nobody can tell which one is meant.
            if (!file.ok() && file.error().code == ErrorCode::InvalidInput) return file.error();
            if (!file.ok()) {
                // One that is there and closed: an answer without it would be worse than none.
                if (workspace_.objection(reading.path)) return file.error();
                continue;
            }
            if (attached_.insert(reading.path).second) {
                const auto done = attach(reading.path, file.value());
                if (!done.ok()) {
                    const auto& error = done.error();
                    return Error{error.code, shown_path(reading.path) + ": " + error.message};
                }
            }
            return std::optional(reading.end);
        }
        // The shortest: the others have punctuation behind it.
        const auto clear = std::find_if(readings.rbegin(), readings.rend(), [](const auto& each) {
            return is_clearly_path(each.path);
        });
        const auto folder = [this](const PathReading& each) { return is_folder(each.path); };
        if (clear == readings.rend() || std::ranges::any_of(readings, folder)) {
            return std::optional<std::size_t>();
        }
        if (const auto& closed = workspace_.why_closed()) {
            return Error{closed->code, closed->message + ", or attach pictures with --image"};
        }
        return Error{
            ErrorCode::FileNotFound,
            "file not found in the workspace: " + shown_path(clear->path) +
                "; write @@ for an @ that is not a path"};
    }

    bool is_folder(const std::string& path) const {
        const auto enough = [](const ingest::WalkedFile&) { return ingest::Walk::Enough; };
        return workspace_.walk(path, enough, {.max_entries = 1}, stop_).ok();
    }

    Result<void> attach(const std::string& path, ingest::WorkspaceFile& file) {
        if (attached_.size() > kMaxFiles) {
            return Error{
                ErrorCode::LimitExceeded,
                fmt::format("a prompt may attach at most {} files", kMaxFiles)};
        }
        const auto name = std::filesystem::path(path).filename().string();
        const auto found = TRY(file_kind_of(file));
        switch (found.kind) {
            case FileKind::Picture: {
                TRY(count_picture());
                auto bytes = TRY(file.read_all(intake_.gate.max_file_bytes));
                files_.emplace_back(
                    TRY(ingest::take_image_bytes(std::move(bytes), name, intake_, stop_))
                );
                return {};
            }
            case FileKind::Document: {
                auto bytes = TRY(file.read_all(intake_.max_document_bytes));
                files_.emplace_back(TRY(ingest::take_document_bytes(std::move(bytes), name, intake_)
                ));
                return {};
            }
            case FileKind::Text: {
                // An error page that was saved as shot.png, a download of no bytes.
                if (promises_other_than_text(path)) break;
                return attach_text(path, file);
            }
            case FileKind::Binary: break;
        }
        return media::refusal(found.sniffed, static_cast<std::size_t>(file.size()));
    }

    Result<void> attach_text(const std::string& path, ingest::WorkspaceFile& file) {
        const Window window{.numbers = Numbers::Hidden};
        auto read = TRY(read_window(file, window, intake_, stop_));
        if (read.binary) {
            return Error{ErrorCode::UnsupportedFileType, "this is a binary file"};
        }
        if (read.more) {
            read.text += fmt::format(
                "[there is more: use filesystem_read with \"offset\": {}]\n", read.lines + 1
            );
        }
        for (auto& block : read.blocks) {
            if (std::holds_alternative<content::ImageBlock>(block)) TRY(count_picture());
            std::visit([&](auto& each) { files_.emplace_back(std::move(each)); }, block);
        }
        texts_.push_back(fenced(shown_path(path), read.text));
        return {};
    }

    Result<void> count_picture() {
        if (++pictures_ <= intake_.max_images) return {};
        return Error{
            ErrorCode::LimitExceeded,
            fmt::format(
                "the prompt has too many images: images.max_per_message is {}", intake_.max_images
            )};
    }

    const ingest::Workspace& workspace_;
    const ingest::Intake& intake_;
    const std::stop_token& stop_;
    std::set<std::string> attached_;
    std::vector<content::ContentBlock> files_;
    std::vector<std::string> texts_;
    std::size_t pictures_ = 0;
    ingest::BadInputs bad_;
};

}  // namespace

Result<content::Message> attach_paths(
    std::string_view prompt,
    const ingest::Workspace& workspace,
    const ingest::Intake& intake,
    const std::stop_token& stop
) {
    return Attaching(workspace, intake, stop).run(prompt);
}

}  // namespace fovea::tools

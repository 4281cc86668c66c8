// Commands about the session itself: going on with another one, a summary, a copy, what it cost.
#include "fovea/agent/compaction.hpp"
#include "fovea/host/session_choice.hpp"
#include "fovea/people/conversation_text.hpp"
#include "fovea/people/human.hpp"
#include "fovea/people/table.hpp"
#include "fovea/tui/app/app.hpp"
#include "fovea/tui/app/session_usage.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace fovea::tui {
namespace {

constexpr std::size_t kMaxSessions = 200;

std::vector<PickRow> session_rows(const std::vector<store::SessionInfo>& sessions) {
    std::vector<PickRow> rows;
    for (const auto& session : sessions) {
        StyledLine line(people::human_time(session.last_use), style_of(Role::Quiet));
        line.add("  " + (session.title.empty() ? "(no words)" : session.title));
        if (session.images > 0) {
            line.add("  " + people::counted(session.images, "picture"), style_of(Role::Quiet));
        }
        line.add("  " + session.id.substr(0, 8), style_of(Role::Quiet));
        rows.push_back({session.id, std::move(line)});
    }
    return rows;
}

// A file of that name must not be there: nothing of anybody's is written over.
Result<void> write_new_file(const std::string& path, const std::string& text) {
    const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (file.number() < 0) {
        if (errno == EEXIST) return Error{ErrorCode::InvalidInput, path + " already exists"};
        return Error{ErrorCode::StoreError, path + ": " + std::strerror(errno)};
    }
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto put = ::write(file.number(), rest.data(), rest.size());
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return Error{ErrorCode::StoreError, path + ": " + std::strerror(errno)};
        rest.remove_prefix(static_cast<std::size_t>(put));
    }
    return {};
}

// "fovea-2qgf8ees.txt"; "fovea-2qgf8ees-2.txt" where that is there already.
std::string free_name(const std::string& stem) {
    constexpr int kMostCopies = 1000;
    auto path = stem + ".txt";
    for (int i = 2; i < kMostCopies && ::access(path.c_str(), F_OK) == 0; ++i) {
        path = stem + "-" + std::to_string(i) + ".txt";
    }
    return path;
}

}  // namespace

// Work with the conversation on the errands' thread; what it returns is done here.
void App::with_talk(TalkWork work) {
    if (!talk_) return notice("still starting");
    errands_->run(
        [talk = talk_,
         work = std::move(work)](const std::stop_token& stop) mutable -> std::function<void()> {
            auto then = work(*talk, stop);
            // The last one who has it ends it; that is not the mailbox.
            return then;
        }
    );
}

void App::resume(const std::string& id) {
    if (is_busy()) {
        hint_ = "esc first: an answer is under way";
        return refresh();
    }
    if (!id.empty()) {
        // Looked for first: the one that is open goes on where there is no such session.
        return with_talk(
            [this, id](Conversation& talk, const std::stop_token&) -> std::function<void()> {
                const auto found = host::find_session(talk.machine().sessions(), id);
                return [this, found] {
                    if (!found.ok()) return notice("✗ " + found.error().message, Role::Error);
                    notice("opening " + found.value(), Role::Quiet);
                    open_conversation({.id = found.value()});
                };
            }
        );
    }
    with_talk([this](Conversation& talk, const std::stop_token&) -> std::function<void()> {
        auto list = talk.machine().sessions().list({.most = kMaxSessions});
        return [this, list = std::move(list)] {
            if (!list.ok()) return notice("✗ " + list.error().message, Role::Error);
            if (list.value().empty()) return notice("there are no sessions yet", Role::Quiet);
            picker_
                .emplace("Sessions", session_rows(list.value()), [this](const std::string& chosen) {
                    notice("opening " + chosen, Role::Quiet);
                    open_conversation({.id = chosen});
                });
            refresh();
        };
    });
}

void App::begin_anew(const std::string&) {
    if (is_busy()) {
        hint_ = "esc first: an answer is under way";
        return refresh();
    }
    if (!talk_) return notice("still starting");
    if (talk_->live().view().messages.empty()) {
        return notice("nothing was said in this session yet", Role::Quiet);
    }
    if (talk_->machine().is_kept()) {
        notice(
            "a new session; /resume " + talk_->id() + " goes back to the one before", Role::Quiet
        );
    } else {
        notice("a new session", Role::Quiet);
    }
    transcript_.forget_result();
    open_conversation({.model = model_});
}

void App::compact(const std::string&) {
    if (!talk_) return notice("still starting");
    const auto sent = talk_->send(host::Compact{});
    if (!sent.ok()) return notice("✗ " + sent.error().message, Role::Error);
    compacting_ = sent.value();
    refresh();
}

void App::export_session(const std::string& name) {
    with_talk([this, name](Conversation& talk, const std::stop_token&) -> std::function<void()> {
        auto written = [&]() -> Result<std::string> {
            const auto path = name.empty() ? free_name("fovea-" + talk.id().substr(0, 8)) : name;
            auto& machine = talk.machine();
            const auto entries = TRY(machine.sessions().read(talk.id()));
            const auto text =
                TRY(people::conversation_text(entries, [&](const content::BlobRef& blob) {
                    const auto has = machine.blobs().has(blob);
                    return has.ok() && has.value();
                }));
            TRY(write_new_file(path, text + "\n"));
            return path;
        }();
        return [this, written = std::move(written)] {
            if (!written.ok()) return refuse(written.error());
            notice("written to " + written.value(), Role::Good);
        };
    });
}

// A session is stored with the first that is said in it.
void App::refuse(const Error& error) {
    if (error.code == ErrorCode::FileNotFound) {
        return notice("nothing was said in this session yet", Role::Quiet);
    }
    notice("✗ " + error.message, Role::Error);
}

void App::show_usage(const std::string&) {
    with_talk([this](Conversation& talk, const std::stop_token&) -> std::function<void()> {
        auto lines = usage_lines(talk);
        return [this, lines = std::move(lines)] {
            if (!lines.ok()) return refuse(lines.error());
            StyledText shown;
            for (const auto& line : lines.value()) {
                for (auto& each : wrap(line, columns(), 4)) shown.push_back(std::move(each));
            }
            print(std::move(shown));
        };
    });
}

// All before that message, in a session of its own; the words come back into the editor.
void App::edit_last() {
    if (!talk_) return;
    const auto& view = talk_->live().view();
    for (auto i = view.messages.size(); i-- > 0;) {
        const auto& message = view.messages[i];
        if (message.role != content::Role::User) continue;
        const content::TextBlock* words = nullptr;
        bool has_result = false;
        for (const auto& block : message.content) {
            if (const auto* text = std::get_if<content::TextBlock>(&block)) words = text;
            has_result = has_result || std::holds_alternative<content::ToolResultBlock>(block);
        }
        if (has_result || words == nullptr) continue;
        buffer_.set(words->text);
        attached_.clear();
        for (const auto& block : message.content) {
            const auto* image = std::get_if<content::ImageBlock>(&block);
            if (image == nullptr || words->text.find(image->filename) != std::string::npos)
                continue;
            attach_block(*image);
        }
        edits_from_ = view.seqs[i];
        hint_.clear();
        return;
    }
    hint_ = "nothing was said yet";
}

// Then what is to be said, in the branch.
void App::branch_and_say(std::string words, std::vector<content::ContentBlock> blocks) {
    const auto before = *std::exchange(edits_from_, std::nullopt);
    ++sending_;
    unsaid_.push_back({std::move(words), std::move(blocks)});
    with_talk([this, before](Conversation& talk, const std::stop_token&) -> std::function<void()> {
        auto branched = [&]() -> Result<std::string> {
            auto& sessions = talk.machine().sessions();
            std::vector<store::Entry> entries;
            for (auto& entry : TRY(sessions.read(talk.id()))) {
                if (entry.seq >= before) break;
                if (entry.kind != store::EntryKind::Telemetry) entries.push_back(std::move(entry));
            }
            return sessions.create({.entries = std::move(entries)});
        }();
        return [this, branched = std::move(branched), old = talk.id()] {
            --sending_;
            if (!branched.ok()) {
                unsaid_.clear();
                return notice("✗ " + branched.error().message, Role::Error);
            }
            notice(
                "this goes on in a copy; the session with the earlier answer is " +
                    old.substr(0, 8),
                Role::Quiet
            );
            open_conversation({.id = branched.value(), .model = model_, .is_quiet = true});
        };
    });
}

}  // namespace fovea::tui

// gc and fsck.
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/sessions.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/context/variants.hpp"
#include "fovea/people/human.hpp"
#include "fovea/store/fsck.hpp"
#include "fovea/store/gc.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

namespace fovea::cli {
namespace {

namespace json = boost::json;

json::array to_json(const std::vector<std::string>& lines) {
    json::array list;
    for (const auto& line : lines) list.emplace_back(to_utf8(line));
    return list;
}

// The asked or configured days; a configured 0 keeps all sessions.
std::optional<std::chrono::days> days_of(const SessionsAction& action) {
    const auto configured = action.settings.images.cleanup_after_days;
    if (!action.arguments.older_than && configured == 0) return std::nullopt;
    return std::chrono::days(action.arguments.older_than.value_or(configured));
}

// Variants can be made again, but one made a moment ago may be on its way to a model.
Result<std::size_t> forget_variants(
    const SessionsAction& action, store::BlobStore& blobs, const store::GcSettings& settings
) {
    const auto folder = TRY(action.store.folder()).variants();
    std::error_code failed;
    if (!settings.unused_sessions || !std::filesystem::is_directory(folder, failed)) {
        return std::size_t{0};
    }
    const auto variants = TRY(context::KeptVariants::open(folder, blobs, {}));
    const std::chrono::milliseconds age = *settings.unused_sessions;
    const auto before = settings.now - std::max(age, settings.grace);
    if (settings.mode == store::GcMode::DryRun) return variants->count(before);
    return variants->forget(before);
}

std::string gc_text(const store::GcReport& report, std::size_t variants, bool dry) {
    const auto verb = dry ? "would remove" : "removed";
    std::string text;
    for (const auto& id : report.sessions) text += fmt::format("{} session {}\n", verb, id);
    return text + fmt::format(
                      "{} {}, {} not used by any session ({}), {}",
                      verb,
                      people::counted(report.sessions.size(), "session"),
                      people::counted(report.blobs, "file"),
                      people::human_bytes(report.bytes),
                      people::counted(variants, "variant")
                  );
}

// One line that is written over; on a terminal only.
class Progress {
public:
    void show(std::size_t done, std::size_t total) {
        const auto percent = total == 0 ? 100 : done * 100 / total;
        if (!on_ || percent == shown_) return;
        shown_ = percent;
        fmt::print(stderr, "\rchecking files: {} of {} ({} %)", done, total, percent);
        std::fflush(stderr);
    }
    ~Progress() {
        if (on_ && shown_ != kNever) fmt::print(stderr, "\r\x1b[K");
    }

private:
    static constexpr std::size_t kNever = 101;
    bool on_ = ::isatty(STDERR_FILENO) == 1;
    std::size_t shown_ = kNever;
};

store::FsckReport damaged(const Error& error) {
    store::FsckReport report;
    report.problems.push_back(error.message);
    return report;
}

// A file of sessions that cannot even be opened is the worst damage, not a reason to look no
// further.
Result<store::FsckReport> check(const SessionsAction& action) {
    const auto opened =
        action.arguments.repair ? action.store.open_existing() : action.store.open_to_read();
    if (!opened.ok()) {
        if (opened.error().code != ErrorCode::StoreError) return opened.error();
        // Nothing is wrong with what can be read; it only cannot be repaired here.
        if (action.arguments.repair && action.store.open_to_read().ok()) return opened.error();
        return damaged(opened.error());
    }
    if (opened.value() == nullptr) return store::FsckReport{};
    Progress progress;
    store::FsckSettings settings;
    settings.repair = action.arguments.repair ? store::Repair::Leftovers : store::Repair::Nothing;
    settings.progress = [&](std::size_t done, std::size_t total) { progress.show(done, total); };
    auto report = store::check_store(*opened.value(), settings);
    if (report.ok() || report.error().code != ErrorCode::StoreError) return report;
    return damaged(report.error());
}

std::string fsck_text(const store::FsckReport& report, bool repaired) {
    std::string text;
    for (const auto& problem : report.problems) text += "damaged: " + printable(problem) + "\n";
    text += fmt::format(
        "{}, {}, {} ({}): {}",
        people::counted(report.sessions, "session"),
        report.entries == 1 ? "1 entry" : fmt::format("{} entries", report.entries),
        people::counted(report.blobs, "file"),
        people::human_bytes(report.bytes),
        report.is_clean() ? "no damage found" : people::counted(report.problems.size(), "problem")
    );
    if (report.leftovers.empty()) return text;
    return text + fmt::format(
                      "\n{} of interrupted writes {}",
                      people::counted(report.leftovers.size(), "leftover"),
                      repaired ? "removed" : "(--repair removes them)"
                  );
}

}  // namespace

Result<int> collect_garbage(const SessionsAction& action) {
    const auto& arguments = action.arguments;
    const store::GcSettings settings{
        .mode = arguments.dry_run ? store::GcMode::DryRun : store::GcMode::Remove,
        .now = store::system_now(),
        .unused_sessions = days_of(action)};
    store::GcReport report;
    std::size_t variants = 0;
    auto* const opened =
        TRY(arguments.dry_run ? action.store.open_to_read() : action.store.open_to_free());
    if (opened != nullptr) {
        report = TRY(store::collect_garbage(*opened, settings));
        variants = TRY(forget_variants(action, *opened->blobs, settings));
    }
    if (arguments.json) {
        print_line(json_text(json::object{
            {"dry_run", arguments.dry_run},
            {"sessions", to_json(report.sessions)},
            {"blobs", report.blobs},
            {"bytes", report.bytes},
            {"variants", variants}}));
    } else {
        print_line(gc_text(report, variants, arguments.dry_run));
    }
    return kSuccess;
}

Result<int> check_everything(const SessionsAction& action) {
    const auto report = TRY(check(action));
    if (action.arguments.json) {
        print_line(json_text(json::object{
            {"clean", report.is_clean()},
            {"sessions", report.sessions},
            {"entries", report.entries},
            {"blobs", report.blobs},
            {"bytes", report.bytes},
            {"problems", to_json(report.problems)},
            {"leftovers", to_json(report.leftovers)}}));
    } else {
        print_line(fsck_text(report, action.arguments.repair));
    }
    return report.is_clean() ? kSuccess : kInputError;
}

}  // namespace fovea::cli

#include "fovea/host/machine_findings.hpp"

#include "fovea/media/worker/picture_workers.hpp"
#include "fovea/people/human.hpp"
#include "fovea/reading/weights_files.hpp"
#include "fovea/reading/worker/reading_workers.hpp"
#include "fovea/sandbox/helper_programs.hpp"
#include "fovea/sandbox/layers.hpp"
#include "fovea/store/embedded_store.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>

namespace fovea::host {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLittleRoom = std::uint64_t{1} << 30;  // a long session with pictures

struct Helper {
    const char* program;
    const char* lost;     // without it
    const char* package;  // Debian's name
};

constexpr Helper kHelpers[] = {
    {"pdftoppm", "PDF pages cannot be rendered", "poppler-utils"},
    {"pdftotext", "PDF documents cannot be read", "poppler-utils"},
    {"qpdf", "pages cannot be extracted from PDF documents", "qpdf"},
    {"ffmpeg", "video frames cannot be extracted", "ffmpeg"},
    {"ffprobe", "videos cannot be probed", "ffmpeg"},
};

// The folder itself, or the nearest one above it that there is.
fs::path existing_part(fs::path folder) {
    std::error_code ignored;
    while (folder.has_relative_path() && !fs::exists(folder, ignored))
        folder = folder.parent_path();
    return folder;
}

Finding check_room(const fs::path& folder) {
    struct statvfs room {};
    if (::statvfs(folder.c_str(), &room) != 0) {
        return {"data room", Verdict::Weak, std::string("not known: ") + std::strerror(errno)};
    }
    const auto bytes = std::uint64_t{room.f_bavail} * room.f_frsize;
    return {
        "data room",
        bytes < kLittleRoom ? Verdict::Weak : Verdict::Ok,
        people::human_bytes(bytes) +
            (bytes < kLittleRoom ? " free, which is very little" : " free")};
}

Finding check_sessions(const store::DataFolder& folder) {
    std::error_code ignored;
    if (!fs::exists(folder.sessions(), ignored)) {
        return {"sessions", Verdict::Ok, "none yet"};
    }
    const auto store = store::open_embedded_store(folder);
    if (!store.ok()) return {"sessions", Verdict::Broken, store.error().message};
    return {"sessions", Verdict::Ok, folder.sessions().string() + " opens"};
}

}  // namespace

std::vector<Finding> check_worker(const Parts& services) {
    const auto program = media::find_worker_program();
    if (!program.ok()) return {{"worker", Verdict::Broken, program.error().message}};
    auto workers = services.open_workers(1);
    if (!workers.ok()) return {{"worker", Verdict::Broken, workers.error().message}};
    const auto layers = workers.value()->layers();
    if (!layers.ok()) return {{"worker", Verdict::Broken, layers.error().message}};

    std::vector<Finding> findings = {{"worker", Verdict::Ok, program.value().string()}};
    const auto add = [&](const char* name,
                         bool active,
                         const std::string& what,
                         const std::string& missing) {
        findings.push_back({name, active ? Verdict::Ok : Verdict::Weak, active ? what : missing});
    };
    const auto& found = layers.value();
    add("seccomp",
        found.seccomp,
        "system calls outside a short list end the worker",
        "not active: this kernel has no seccomp filters");
    add("landlock",
        found.landlock_abi > 0,
        fmt::format("ABI {}: no file can be opened", found.landlock_abi),
        "not active: this kernel was built or booted without Landlock");
    add("memory", found.memory_limit, "limited", "not limited");
    add("privileges",
        found.no_new_privs && found.no_capabilities && found.not_dumpable,
        "none, none can be gained, no debugger can attach",
        "weaker than wanted");
    add("lifetime", found.dies_with_parent, "ends with this program", "may outlive this program");
    for (const auto& sentence : sandbox::weaknesses(found))
        findings.push_back({"note", Verdict::Weak, sentence});
    return findings;
}

std::vector<Finding> check_reader(const config::Settings& settings, const Parts& services) {
    auto readers = services.open_readers(settings, 1);
    if (!readers.ok()) return {{"reader", Verdict::Broken, readers.error().message}};
    const auto layers = readers.value()->layers();
    if (!layers.ok()) return {{"reader", Verdict::Broken, layers.error().message}};
    std::string languages;
    for (const auto& language : settings.local.languages) languages += " " + language;
    std::vector<Finding> findings = {{"reader", Verdict::Ok, "local/ocr reads" + languages}};
    for (const auto& file : reading::weights_files()) {
        findings.push_back(
            {"weights",
             Verdict::Ok,
             fmt::format(
                 "{} {}: version {}, {}, {}, sha256 {}",
                 file.name,
                 file.purpose,
                 file.version,
                 people::human_bytes(file.bytes),
                 file.licence,
                 file.sha256
             )}
        );
    }
    return findings;
}

std::vector<Finding> check_browser(const Result<browser::Browser*>& browser) {
    constexpr auto kName = "browser";
    if (!browser.ok()) return {{kName, Verdict::Broken, browser.error().message}};
    const auto program = browser.value()->find();
    if (!program.ok()) {
        return {
            {kName,
             Verdict::Weak,
             "missing: no screenshots of web pages; " + program.error().message}};
    }
    const auto layers = browser.value()->layers();
    if (!layers.ok()) return {{kName, Verdict::Broken, layers.error().message}};
    const auto& found = layers.value();
    auto words = program.value().string();
    if (found.own_network) words += ", in a network of its own";
    if (found.own_sandbox) words += ", with its own sandbox";
    if (found.own_files)
        words += ", in a file system of its own";
    else if (found.landlock_abi > 0)
        words += ", no files but its own";
    std::vector<Finding> findings = {{kName, Verdict::Ok, words}};
    for (const auto& sentence : sandbox::weaknesses(found)) {
        findings.push_back({kName, Verdict::Weak, sentence});
    }
    return findings;
}

std::vector<Finding> check_programs(std::string_view search_path) {
    std::vector<Finding> findings;
    for (const auto& helper : kHelpers) {
        const auto found = sandbox::find_in_folders(search_path, helper.program);
        if (found) {
            findings.push_back({helper.program, Verdict::Ok, found->string()});
        } else {
            findings.push_back(
                {helper.program,
                 Verdict::Weak,
                 fmt::format("missing: {}; apt install {}", helper.lost, helper.package)}
            );
        }
    }
    return findings;
}

std::vector<Finding> check_data_folder(const Result<store::DataFolder>& folder) {
    if (!folder.ok()) return {{"data folder", Verdict::Broken, folder.error().message}};
    const auto& root = folder.value().root;
    const auto there = existing_part(root);
    struct stat status {};
    if (::stat(there.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
        return {{"data folder", Verdict::Broken, there.string() + " is not a folder"}};
    }
    if (::access(there.c_str(), W_OK | X_OK) != 0) {
        return {{"data folder", Verdict::Broken, there.string() + " is not writable"}};
    }
    if (there != root) {
        return {
            {"data folder", Verdict::Ok, root.string() + " will be created when needed"},
            check_room(there)};
    }
    const bool open_to_others = (status.st_mode & (S_IRWXG | S_IRWXO)) != 0;
    return {
        {"data folder",
         open_to_others ? Verdict::Weak : Verdict::Ok,
         root.string() +
             (open_to_others ? " can be read by other users; restrict it with: chmod 700" : "")},
        check_sessions(folder.value()),
        check_room(root)};
}

}  // namespace fovea::host

#include "fovea/agent/skills.hpp"

#include "fovea/agent/own_files.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/config/tree.hpp"
#include "fovea/ingest/workspace.hpp"

#include <algorithm>
#include <utility>

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFile = 256 << 10;
constexpr std::size_t kMaxFrontMatter = 16 << 10;  // YAML unfolds; this much cannot hurt
constexpr std::size_t kMaxDescription = 1024;      // each is in every request
constexpr std::size_t kMaxSkills = 200;

Error invalid(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

// The line behind the front matter's end, or npos.
std::size_t end_of_front_matter(std::string_view text) {
    std::size_t at = text.find('\n');
    while (at != std::string_view::npos) {
        const auto line = text.substr(at + 1, text.find('\n', at + 1) - (at + 1));
        if (line == "---" || line == "---\r" || line == "...") return at + 1;
        at = text.find('\n', at + 1);
    }
    return std::string_view::npos;
}

std::string member_text(const config::Table& table, std::string_view name) {
    const auto found = std::ranges::find(table, name, &config::Member::name);
    if (found == table.end()) return {};
    const auto* text = std::get_if<std::string>(&found->node.value);
    return text == nullptr ? std::string() : to_utf8(*text);
}

std::string one_line(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    }
    return shorten(text, kMaxDescription);
}

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == ':';
}

Result<Skill> read_skill(
    const SkillPlace& place, const fs::path& entry, const ingest::FileGuard& guard
) {
    std::error_code failed;
    const auto folder = fs::canonical(entry, failed);
    if (failed) return invalid("the folder cannot be read");
    const auto fence = place.fence.empty() ? folder : place.fence;
    const auto workspace =
        TRY(ingest::Workspace::open({fence.string()}, guard_of_skill(folder, guard)));
    const auto bytes = TRY(workspace.read((folder / "SKILL.md").string(), kMaxFile));
    const bool own = is_own_folder(folder) && is_own_file(folder / "SKILL.md");
    if (place.author == Author::Stranger && !own) {
        return invalid("it belongs to another user or its folder is writable by everyone");
    }
    const auto text = TRY(parse_skill(as_text(bytes)));
    Skill skill{
        .name = text.name.empty() ? to_utf8(entry.filename().string()) : text.name,
        .description = one_line(without_unseen(text.description)),
        .folder = folder,
        .source = place.source,
        .author = place.author};
    if (skill.name.size() > 64 || !std::ranges::all_of(skill.name, is_plain)) {
        return invalid("its name must be at most 64 letters, digits, -, _, . and :");
    }
    return skill;
}

// Folders with a SKILL.md, by name.
std::vector<fs::path> entries_of(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code failed;
    for (fs::directory_iterator each(folder, failed), end; !failed && each != end;
         each.increment(failed)) {
        std::error_code ignored;
        if (fs::exists(fs::symlink_status(each->path() / "SKILL.md", ignored))) {
            entries.push_back(each->path());
        }
        if (entries.size() >= 2 * kMaxSkills) break;
    }
    std::sort(entries.begin(), entries.end());
    return entries;
}

}  // namespace

Result<SkillText> parse_skill(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (!text.starts_with("---\n") && !text.starts_with("---\r\n")) {
        return SkillText{.name = {}, .description = {}, .body = to_utf8(text)};
    }
    const auto end = end_of_front_matter(text);
    if (end == std::string_view::npos)
        return invalid("its front matter is not closed by a line ---");
    if (end > kMaxFrontMatter) return invalid("its front matter is larger than 16 KiB");
    const auto begin = text.find('\n') + 1;
    const auto tree = config::parse_yaml_tree(std::string(text.substr(begin, end - begin)));
    if (!tree.ok()) return invalid("its front matter is not valid YAML" + tree.error().message);
    const auto* table = std::get_if<config::Table>(&tree.value().value);
    if (table == nullptr) return invalid("its front matter is not a table of names and values");
    const auto behind = text.find('\n', end);
    const auto body =
        behind == std::string_view::npos ? std::string_view() : text.substr(behind + 1);
    return SkillText{
        .name = member_text(*table, "name"),
        .description = member_text(*table, "description"),
        .body = to_utf8(body)};
}

ingest::FileGuard guard_of_skill(const fs::path& folder, ingest::FileGuard guard) {
    if (!guard) return {};
    return [folder, guard = std::move(guard)](const ingest::RealFile& file) {
        auto objection = guard(file);
        const auto [end, ignored] = std::ranges::mismatch(folder, file.path);
        // Another name of a file that lies elsewhere is no file of the skill.
        const bool is_of_skill = end == folder.end() && file.names <= 1;
        const bool own = objection && objection->kind == ingest::Objection::Kind::Own;
        return own && is_of_skill ? std::nullopt : objection;
    };
}

FoundSkills find_skills(const std::vector<SkillPlace>& places, const ingest::FileGuard& guard) {
    FoundSkills found;
    for (const auto& place : places) {
        for (const auto& entry : entries_of(place.folder)) {
            auto skill = read_skill(place, entry, guard);
            const auto leave_out = [&](const std::string& why) {
                found.problems.push_back("the skill in " + entry.string() + " is left out: " + why);
            };
            if (!skill.ok()) {
                leave_out(skill.error().message);
                continue;
            }
            const auto twin = std::ranges::find(found.skills, skill.value().name, &Skill::name);
            if (twin != found.skills.end()) {
                leave_out(
                    "there is already one named " + twin->name + " in " + twin->folder.string()
                );
            } else if (found.skills.size() >= kMaxSkills) {
                leave_out("there are too many skills");
            } else {
                found.skills.push_back(std::move(skill).value());
            }
        }
    }
    return found;
}

std::string describe_skills(const std::vector<Skill>& skills) {
    if (skills.empty()) return {};
    std::string text =
        "# Skills\n\nInstructions for particular kinds of work. Before you do work that one of "
        "them is "
        "about, read it with the tool `skill`.\n";
    for (const auto& skill : skills) {
        text += "\n- " + skill.name +
                (skill.author == Author::Stranger ? " (came with the project)" : "") +
                (skill.description.empty() ? "" : ": " + skill.description);
    }
    return text;
}

}  // namespace fovea::agent

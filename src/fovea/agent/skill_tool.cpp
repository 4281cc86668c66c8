#include "fovea/agent/skill_tool.hpp"

#include "fovea/agent/strangers_text.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/ingest/workspace.hpp"

#include <boost/json.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::size_t kMaxFile = 256 << 10;
constexpr std::size_t kMaxText = 100'000;
constexpr std::size_t kMaxListed = 200;
constexpr int kMaxDepth = 4;

constexpr std::string_view kSchema = R"({
"type": "object",
"properties": {
  "name": {"type": "string", "description": "The skill's name, from the list of skills."},
  "file": {"type": "string", "description": "A file of the skill, as its list of files names it. Left out: the skill's instructions."}
},
"required": ["name"],
"additionalProperties": false
})";

Error invalid(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

struct Input {
    std::string name;
    std::optional<std::string> file;
};

Result<Input> read_input(const std::string& text) {
    boost::system::error_code failed;
    const auto value = json::parse(text, failed);
    if (failed || !value.is_object()) return invalid("the input is not a JSON object");
    Input input;
    for (const auto& member : value.get_object()) {
        const auto* word = member.value().if_string();
        if (word == nullptr) return invalid(std::string(member.key()) + " must be a string");
        if (member.key() == "name") {
            input.name = *word;
        } else if (member.key() == "file") {
            input.file = *word;
        } else {
            return invalid(
                "unknown member " + std::string(member.key()) + "; expected name or file"
            );
        }
    }
    if (input.name.empty()) return invalid("name is missing");
    return input;
}

bool may_be_told(const fs::path& file, const ingest::FileGuard& guard) {
    struct stat facts {};
    if (::stat(file.c_str(), &facts) != 0) return false;
    return !guard || !guard(
                         {.path = file,
                          .device = facts.st_dev,
                          .inode = facts.st_ino,
                          .names = facts.st_nlink}
                     );
}

// Relative paths, without what links lead to and what a rule closes.
std::vector<std::string> list_files(const fs::path& folder, const ingest::FileGuard& guard) {
    std::vector<std::string> files;
    std::error_code failed;
    fs::recursive_directory_iterator each(folder, failed), end;
    for (; !failed && each != end && files.size() < kMaxListed; each.increment(failed)) {
        std::error_code ignored;
        if (each.depth() >= kMaxDepth) each.disable_recursion_pending();
        if (!fs::is_regular_file(each->symlink_status(ignored))) continue;
        if (!may_be_told(each->path(), guard)) continue;
        const auto path = each->path().lexically_relative(folder).string();
        if (path != "SKILL.md") files.push_back(to_utf8(path));
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string cut(std::string_view text) {
    return shorten(text, kMaxText, "\n[cut: the file is longer]");
}

class SkillTool final : public tools::Tool {
public:
    SkillTool(std::vector<Skill> skills, ingest::FileGuard guard)
        : skills_(std::move(skills)), guard_(std::move(guard)) {
        spec_.name = "skill";
        spec_.description =
            "Reads the instructions of a skill, or one of the files that come with it.";
        spec_.input_schema = kSchema;
    }

    const providers::ToolSpec& spec() const override { return spec_; }
    tools::Effect effect() const override { return tools::Effect::ReadsWorkspace; }
    std::string toolset() const override { return "skills"; }

    tools::ToolOutcome run(const tools::ToolCall& call, const std::stop_token&) override {
        auto text = read(call.input);
        return text.ok() ? tools::said(std::move(text).value()) : tools::failed(text.error());
    }

private:
    Result<std::string> read(const std::string& input_text) const {
        const auto input = TRY(read_input(input_text));
        const auto skill = std::ranges::find(skills_, input.name, &Skill::name);
        if (skill == skills_.end()) {
            std::string names;
            for (const auto& each : skills_) names += (names.empty() ? "" : ", ") + each.name;
            return invalid("no skill \"" + input.name + "\"; available: " + names);
        }
        const auto guard = guard_of_skill(skill->folder, guard_);
        const auto workspace = TRY(ingest::Workspace::open({skill->folder.string()}, guard));
        const auto bytes = TRY(workspace.read(input.file.value_or("SKILL.md"), kMaxFile));
        const auto text = as_text(bytes);
        if (text.find('\0') != std::string_view::npos) {
            return Error{
                ErrorCode::UnsupportedFileType, "this file of the skill is not a text file"};
        }
        if (input.file) return marked(*skill, cut(text));
        return instructions(*skill, TRY(parse_skill(text)), guard);
    }

    static std::string marked(const Skill& skill, std::string text) {
        return skill.author == Author::Stranger ? strangers_text(text) : std::move(text);
    }

    static std::string instructions(
        const Skill& skill, const SkillText& text, const ingest::FileGuard& guard
    ) {
        auto out = "# Skill " + skill.name + " (" + to_utf8(skill.folder.string()) + ")\n\n";
        out += marked(skill, cut(text.body));
        const auto files = list_files(skill.folder, guard);
        if (files.empty()) return out;
        out += "\n\nFiles of this skill, to be read with `file`:\n";
        for (const auto& file : files) out += "- " + file + "\n";
        return out;
    }

    std::vector<Skill> skills_;
    ingest::FileGuard guard_;
    providers::ToolSpec spec_;
};

}  // namespace

std::unique_ptr<tools::Tool> make_skill_tool(std::vector<Skill> skills, ingest::FileGuard guard) {
    return std::make_unique<SkillTool>(std::move(skills), std::move(guard));
}

}  // namespace fovea::agent

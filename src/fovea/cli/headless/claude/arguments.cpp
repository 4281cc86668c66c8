#include "fovea/cli/headless/claude/arguments.hpp"

#include "fovea/protocol/claude/encoder.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace fovea::cli::claude {
namespace {

constexpr std::string_view kLauncher = "fovea-claude";
constexpr std::string_view kJson = "json";  // "stream-json", too
constexpr std::string_view kClaude = "claude-";

// Options of Claude Code that take no value. Any other that is unknown here takes the next word with
// it, or a word like the JSON behind --mcp-config would be read as the prompt.
constexpr std::array<std::string_view, 22> kWithoutValue{
    "--allow-dangerously-skip-permissions",
    "--await-initialize",
    "--brief",
    "--chrome",
    "--dangerously-skip-permissions",
    "--debug",
    "--debug-to-stderr",
    "--disable-slash-commands",
    "--enable-auto-mode",
    "--exclude-dynamic-system-prompt-sections",
    "--fork-session",
    "--hard-fail",
    "--ide",
    "--init",
    "--managed-settings-in-initialize",
    "--no-chrome",
    "--safe-mode",
    "--session-mirror",
    "--strict-mcp-config",
    "--tmux",
    "-d",
};

// What Claude Code calls the tools that are here, too.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kTools{{
    {"Read", "filesystem_read"},
    {"Glob", "filesystem_glob"},
    {"Grep", "filesystem_grep"},
}};

std::string claudes(const std::string& format) {
    return format.starts_with(kClaude) ? format : std::string(kClaude) + format;
}

bool is_tool_list(std::string_view option) {
    return option == "--tools" || option == "--allowedTools" || option == "--allowed-tools" ||
           option == "--disallowedTools" || option == "--disallowed-tools";
}

std::string renamed(std::string_view rule) {
    for (const auto& [theirs, ours] : kTools) {
        if (rule == theirs || rule.starts_with(std::string(theirs) + "(")) {
            return std::string(ours) + std::string(rule.substr(theirs.size()));
        }
    }
    return std::string(rule);
}

// "Read,Bash(git log:*) Grep" with our names, separated by commas.
std::string our_tools(std::string_view list) {
    std::string ours, rule;
    int depth = 0;
    const auto end_rule = [&] {
        if (!rule.empty()) ours += (ours.empty() ? "" : ",") + renamed(rule);
        rule.clear();
    };
    for (const char c : list) {
        if (c == '(') ++depth;
        if (c == ')') --depth;
        if (depth <= 0 && (c == ',' || std::isspace(static_cast<unsigned char>(c)) != 0)) {
            end_rule();
        } else {
            rule += c;
        }
    }
    end_rule();
    return ours;
}

class Rewriting {
public:
    Rewriting(
        std::string_view program, const std::vector<std::string>& words, const KnownOption& known
    )
        : launcher_(is_launcher(program)), words_(words), known_(known) {}

    Rewritten run() {
        while (at_ < words_.size()) take(words_[at_++]);
        return std::move(done_);
    }

private:
    void take(const std::string& word) {
        if (launcher_ && (word == "-v" || word == "--version")) {
            done_.wants_version = true;
        } else if (word == "--dangerously-skip-permissions") {
            done_.words.emplace_back("--permission-mode=bypassPermissions");
        } else if (!word.starts_with('-') || word == "-") {
            done_.words.push_back(word);
        } else {
            take_option(word);
        }
    }

    void take_option(const std::string& word) {
        const auto equals = word.find('=');
        const auto option = word.substr(0, equals);
        const auto takes = known_(option);
        if (!takes) return ignore(option, equals != std::string::npos);
        if (*takes == Takes::Nothing) {
            done_.words.push_back(word);
        } else if (equals != std::string::npos) {
            take_value(option, word.substr(equals + 1));
        } else if (at_ < words_.size()) {
            take_value(option, words_[at_++]);  // whatever it looks like
        } else {
            done_.words.push_back(word);  // the parser says what is missing
        }
    }

    void ignore(const std::string& option, bool has_value) {
        done_.ignored.push_back(option);
        const bool flag = std::ranges::find(kWithoutValue, option) != kWithoutValue.end();
        const bool follows = at_ < words_.size() && !words_[at_].starts_with('-');
        if (!has_value && !flag && follows) ++at_;
    }

    // Options whose values mean something else here.
    void take_value(const std::string& option, const std::string& value) {
        if (is_tool_list(option)) {
            const auto ours = our_tools(value);
            if (option == "--tools" && ours == "default") return;
            done_.no_tools = done_.no_tools || (option == "--tools" && ours.empty());
            if (!ours.empty()) done_.words.push_back(option + "=" + ours);
        } else if (option == "--system-prompt") {
            // The Python SDK says "" where it means none of its own.
            if (!value.empty()) done_.words.push_back(option + "=" + value);
        } else {
            const bool theirs = launcher_ && option.ends_with("-format") && value.ends_with(kJson);
            const auto joint = option.starts_with("--") ? "=" : "";
            done_.words.push_back(option + joint + (theirs ? claudes(value) : value));
        }
    }

    bool launcher_;
    const std::vector<std::string>& words_;
    const KnownOption& known_;
    std::size_t at_ = 0;
    Rewritten done_;
};

}  // namespace

bool is_launcher(std::string_view program) {
    return program.substr(program.rfind('/') + 1) == kLauncher;
}

bool is_meant(std::string_view program, const std::vector<std::string>& words) {
    if (is_launcher(program)) return true;
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (const std::string_view option : {"--input-format", "--output-format"}) {
            const auto& word = words[i];
            const bool apart = i > 0 && words[i - 1] == option && word.starts_with(kClaude);
            const auto joined = std::string(option) + "=" + std::string(kClaude);
            if (apart || word.starts_with(joined)) return true;
        }
    }
    return false;
}

Rewritten rewrite(
    std::string_view program, const std::vector<std::string>& words, const KnownOption& known
) {
    return Rewriting(program, words, known).run();
}

std::string version_line(std::string_view fovea_version) {
    return std::string(protocol::claude::kProtocolVersion) + " (Fovea " +
           std::string(fovea_version) + ")";
}

}  // namespace fovea::cli::claude

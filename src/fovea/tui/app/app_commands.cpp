// What begins with "/".
#include "fovea/base/ascii.hpp"
#include "fovea/proxy/commands/grammar.hpp"
#include "fovea/tui/app/app.hpp"
#include "fovea/tui/editor/path_list.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace fovea::tui {
namespace {

// The forms of the proxy's own grammar, a line each.
std::vector<std::string> vision_forms() {
    std::vector<std::string> forms;
    auto rest = proxy::command_forms();
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size());
        auto form = trimmed(rest.substr(0, end));
        constexpr std::string_view kName = "vision-proxy ";
        if (form.starts_with(kName)) {
            forms.emplace_back(form.substr(kName.size()));
        } else if (!form.empty() && !forms.empty()) {
            forms.back() += " " + std::string(form);  // a long one goes on
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return forms;
}

}  // namespace

// One more is a line here, a word in the table's order, and a function beside the others.
const std::vector<App::CommandRow>& App::command_rows() {
    static const std::vector<CommandRow> rows{
        {{"/help", "keys and commands"}, &App::show_help},
        {{"/model", "another model, from the next message on; a list without a name", Takes::Model},
         &App::change_model},
        {{"/image", "attach a picture or a document", Takes::Path}, &App::attach_typed},
        {{"/screenshot", "attach a picture of a web page", Takes::Words}, &App::screenshot},
        {{"/view", "a picture of this conversation, large: the last one, or by its number"},
         &App::view},
        {{"/images",
          "what became of each picture; pin, drop, restore",
          Takes::Words,
          {"pin <number>", "unpin <number>", "drop <number>", "restore <number>"}},
         &App::show_images},
        {{"/receipt", "what each picture reached the model as"}, &App::show_receipt},
        {{"/usage", "tokens and cost of this session: billed, and estimated"}, &App::show_usage},
        {{"/resume", "go on with another session"}, &App::resume},
        {{"/new", "a new session; also /clear"}, &App::begin_anew},
        {{"/compact", "replace what was said so far by a summary"}, &App::compact},
        {{"/clear", "a new session; also /new"}, &App::begin_anew},
        {{"/export", "write the conversation to a file", Takes::Path}, &App::export_session},
        {{"/vision-proxy",
          "who describes pictures, consent, describe",
          Takes::Words,
          vision_forms()},
         &App::vision_proxy},
        {{"/quit", "leave; so does ctrl-c twice"}, &App::quit},
    };
    return rows;
}

const std::vector<CommandWord>& App::command_words() {
    static const std::vector<CommandWord> words = [] {
        std::vector<CommandWord> made;
        for (const auto& row : command_rows()) made.push_back(row.word);
        return made;
    }();
    return words;
}

bool App::knows_command(const std::string& line) {
    const auto name = line.substr(0, line.find_first_of(" \n"));
    return std::ranges::any_of(command_rows(), [&](const auto& row) {
        return row.word.name == name;
    });
}

void App::run_command(const std::string& line) {
    const auto end = std::min(line.find_first_of(" \n"), line.size());
    const auto name = line.substr(0, end);
    if (!talk_ && name != "/help" && name != "/quit") {
        unsaid_.push_back({line});
        return refresh();
    }
    const auto& rows = command_rows();
    const auto found =
        std::ranges::find_if(rows, [&](const auto& row) { return row.word.name == name; });
    if (!transcript_.is_running()) transcript_.begin_block();
    for (const auto& each : lines_of("› " + line, style_of(Role::Quiet))) {
        print(wrap(each, columns(), 2));
    }
    if (found == rows.end()) {
        return notice("there is no command " + name + "; /help lists them", Role::Error);
    }
    (this->*found->run)(std::string(trimmed(std::string_view(line).substr(end))));
}

void App::show_help(const std::string&) {
    StyledText lines;
    int widest = 0;
    for (const auto& row : command_rows()) {
        widest = std::max(widest, StyledLine(row.word.name).width());
    }
    const auto add = [&](const std::string& name, const std::string& hint) {
        StyledLine line("  " + name, style_of(Role::Accent));
        // What they mean stands beside them, or below where it would be a word a line.
        if (columns() < 2 * (widest + 4)) {
            lines.push_back(std::move(line));
            for (auto& each : wrap(StyledLine("    " + hint), columns(), 4)) {
                lines.push_back(std::move(each));
            }
            return;
        }
        const int gap = std::max(widest + 4 - line.width(), 2);
        line.add(std::string(static_cast<std::size_t>(gap), ' ') + hint);
        for (auto& each : wrap(line, columns(), widest + 4)) {
            lines.push_back(std::move(each));
        }
    };
    for (const auto& row : command_rows()) add(row.word.name, row.word.hint);
    lines.emplace_back();
    for (const auto& [keys, meaning] : std::initializer_list<std::pair<const char*, const char*>>{
             {"@path", "attaches a file: a picture, a PDF, text"},
             {"ctrl-v", "pastes a picture, or words"},
             {"alt-⏎", "a new line; also shift-⏎, ctrl-j, \\⏎"},
             {"esc", "stops the answer; twice edits the last message"},
             {"ctrl-o", "tools and thoughts of this answer in full"},
             {"ctrl-r", "searches what was said before"},
             {"ctrl-g", "the text in $EDITOR"},
             {"shift-tab", "tools ask, run without asking, are denied"},
             {"ctrl-c", "stops, empties, and twice leaves"}}) {
        add(keys, meaning);
    }
    print(std::move(lines));
}

void App::quit(const std::string&) {
    leave(TerminalEnd::Left);
}

void App::look_for_paths() {
    const auto now = Clock::now();
    if (paths_at_ && now - *paths_at_ < std::chrono::seconds(5)) return;
    paths_at_ = now;
    errands_->run([this](const std::stop_token& stop) -> std::function<void()> {
        std::error_code bad;
        const auto here = std::filesystem::current_path(bad);
        auto paths = std::make_shared<std::vector<std::string>>(list_paths(here, {}, stop));
        return [this, paths] {
            paths_ = std::move(*paths);
            if (!buffer_.empty()) update_suggestions();
            refresh();
        };
    });
}

}  // namespace fovea::tui

// Which models there are to choose from, and the first start, when nobody has chosen one.
#include "fovea/base/atomic_file.hpp"
#include "fovea/config/load.hpp"
#include "fovea/host/named_model.hpp"
#include "fovea/host/server_question.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/models/capabilities.hpp"
#include "fovea/people/human.hpp"
#include "fovea/tui/app/app.hpp"
#include "fovea/tui/app/first_start.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

namespace fovea::tui {
namespace {

constexpr std::size_t kMaxConfiguration = 1u << 20;

// In front of all else, so that it stands in no table. What is in the file stays, and so does a link that leads to it; it
// may hold keys, so nobody else reads it.
Result<void> write_choice(const std::filesystem::path& named, const std::string& model) {
    std::string before;
    std::error_code bad;
    auto path = named;
    if (std::filesystem::exists(named, bad)) {
        path = std::filesystem::canonical(named, bad);
        if (bad) return Error{ErrorCode::StoreError, named.string() + ": " + bad.message()};
        const auto bytes =
            TRY(ingest::read_source(ingest::FileSource{path.string()}, kMaxConfiguration));
        before = as_text(bytes);
    } else {
        std::filesystem::create_directories(path.parent_path(), bad);
    }
    std::string line = "model = \"";
    for (const char letter : model) {
        if (letter == '"' || letter == '\\') line += '\\';
        line += letter;
    }
    return write_file(path, as_bytes(line + "\"\n" + before), Readers::OwnerOnly);
}

std::string seen_words(std::optional<bool> sees) {
    if (!sees) return "";
    return *sees ? "sees" : "pictures go to it in words";
}

}  // namespace

void App::change_model(const std::string& name) {
    if (!talk_) return notice("still starting", Role::Warning);
    if (name.empty()) return pick_model();
    use_model(name);
}

void App::use_model(const std::string& name) {
    if (!talk_) return notice("still starting", Role::Warning);
    const auto full = host::full_model_name(talk_->situation(), name);
    const auto set = talk_->send(host::SetModel{full});
    if (!set.ok()) return notice("✗ " + set.error().message, Role::Error);
    model_ = full;
    talk_->set_model(full);
    relabel_chips();
    notice("from the next message on: " + full, Role::Quiet);
    if (is_unconfigured_ && full != "local/ocr") keep_model(full);
}

void App::pick_model() {
    std::vector<PickRow> rows;
    std::set<std::string> names;
    const auto add = [&](const std::string& name, const std::string& more) {
        if (!names.insert(name).second) return;
        StyledLine line(name);
        if (name == model_) line.add("  now", style_of(Role::Good));
        if (!more.empty()) line.add("  " + more, style_of(Role::Quiet));
        rows.push_back({name, std::move(line)});
    };
    add(model_, "");
    for (const auto& provider : found_) {
        for (const auto& model : provider.models) {
            const auto sees = seen_words(model.sees);
            add(model.name, provider.where + (sees.empty() ? "" : " · " + sees));
        }
    }
    for (const auto& model : usable_) add(model.name, seen_words(model.sees));
    picker_.emplace("Models", std::move(rows), [this](const std::string& name) {
        use_model(name);
    });
    refresh();
}

// Beside everything else: a server that is asked may not answer.
void App::look_for_models() {
    if (std::exchange(has_looked_for_models_, true)) return;
    is_unconfigured_ = talk_->is_unconfigured();
    scouts_ = std::make_unique<Errands>(mailbox_);
    scouts_->run(
        [this,
         settings = talk_->settings(),
         looks_around = is_unconfigured_](const std::stop_token& stop) -> std::function<void()> {
            const auto& environment = parts_.config_sources.environment;
            auto usable = host::usable_models(settings, environment);
            std::vector<host::FoundProvider> found;
            if (looks_around) {
                found = host::find_keys(settings, environment);
                net::HttpClient client({.reach = net::Reach::LoopbackOnly});
                for (auto& server : host::find_local_servers(settings, client, stop)) {
                    found.push_back(std::move(server));
                }
            }
            return [this, usable = std::move(usable), found = std::move(found), looks_around] {
                usable_ = usable;
                found_ = found;
                list_models();
                if (looks_around) greet_unconfigured();
            };
        }
    );
}

// For completion.
void App::list_models() {
    models_.clear();
    for (const auto& provider : found_) {
        for (const auto& model : provider.models) models_.push_back(model.name);
    }
    for (const auto& model : usable_) {
        if (std::ranges::find(models_, model.name) == models_.end()) models_.push_back(model.name);
    }
}

// Three lines: what answers now, what there is, how to choose it.
void App::greet_unconfigured() {
    auto role = Role::Warning;
    const auto file = file_of_choices(parts_.config_sources);
    for (const auto& line : first_start_lines(found_, "/model chooses one, for later too", file)) {
        notice(line, std::exchange(role, Role::Quiet));
    }
}

void App::keep_model(const std::string& name) {
    const auto file = file_of_choices(parts_.config_sources);
    is_unconfigured_ = false;
    if (file.empty() || arguments_.config || file.extension() != ".toml") return;
    Question question{.id = {}, .lines = {}};
    const StyledLine words(
        "Also for later conversations? Then model = \"" + name + "\" is written into " +
        short_path(file)
    );
    question.lines = wrap(words, columns(), 2);
    question.answers = {
        {'y',
         "write it",
         [this, file, name] {
             const auto written = write_choice(file, name);
             if (!written.ok()) return notice("✗ " + written.error().message, Role::Error);
             notice("written to " + short_path(file), Role::Good);
         }},
        {'n', "only now", [] {}}};
    question.on_escape = [] {};
    questions_.push_back(std::move(question));
    refresh();
}

}  // namespace fovea::tui

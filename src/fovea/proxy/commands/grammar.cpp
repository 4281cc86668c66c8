#include "fovea/proxy/commands/grammar.hpp"

#include "fovea/config/nearest.hpp"
#include "fovea/config/vision_proxy_layer.hpp"
#include "fovea/media/transform/crop_list.hpp"
#include "fovea/proxy/commands/arguments.hpp"
#include "fovea/proxy/commands/words.hpp"
#include "fovea/proxy/policy.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace fovea::proxy {
namespace {

using Words = std::span<const std::string>;

struct Form {
    std::string_view name;
    std::string_view form;
    Result<ProxyCommand> (*parse)(std::string_view name, Words words);
};

constexpr std::size_t kMaxQuestion = 4000;  // characters

constexpr std::string_view kForms =
    "vision-proxy [status] [--json]\n"
    "vision-proxy tool on|off\n"
    "vision-proxy max-images-per-call <n>     # 1..20\n"
    "vision-proxy max-batch <n>               # 1..10\n"
    "vision-proxy cache-size <n>              # 0..500\n"
    "vision-proxy mode auto|always|off\n"
    "vision-proxy model [<provider/model-id>]\n"
    "vision-proxy grounding on|off\n"
    "vision-proxy grounding-models add|remove|list|reset [<provider/model-id>] [--format <fmt>]\n"
    "vision-proxy consent yes|no [<provider>]\n"
    "vision-proxy describe <path|hash>... [--question \"<text>\"]\n"
    "                      [--crop [<i>:]r=<region> | n=<x>,<y>,<w>,<h> | p=<x>,<y>,<w>,<h>]\n"
    "                      [--model <provider/model-id>] [--save] [--json] [--boxes] [--yes]\n"
    "vision-proxy redescribe <path|hash> [--model <provider/model-id>] [--json] [--yes]\n";

Error invalid(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

std::string with_underscores(std::string_view name) {
    std::string changed(name);
    std::ranges::replace(changed, '-', '_');
    return changed;
}

bool is_flag(const config::Key& key) {
    return std::holds_alternative<bool>(key.get({}));
}

std::string allowed_for(const config::Key& key) {
    if (is_flag(key)) return "on or off";
    return key.allowed.empty() ? "a provider, a slash and a model id" : key.allowed;
}

Result<void> check_setting(
    const config::Key& key, std::string_view name, const std::string& value
) {
    config::Settings scratch;
    const bool word = !is_flag(key) || value == "on" || value == "off";
    if (word && config::set_from_text(key, value, scratch).ok()) return {};
    return invalid(std::string(name) + " must be " + allowed_for(key) + ", not \"" + value + "\"");
}

Result<void> check_model(std::string_view name, const std::string& model) {
    TRY(full_vision_model(name, model, {}));
    return {};
}

Result<ProxyCommand> parse_setting(std::string_view name, Words words) {
    const auto arguments = TRY(read_arguments(words, {}));
    const auto& setting = *config::find_proxy_name(with_underscores(name));
    const auto& values = arguments.values;
    const bool is_model = name == "model";
    if (values.empty() && is_model) return ProxyCommand(ShowModel{});
    if (values.size() != 1)
        return invalid(std::string(name) + " needs " + allowed_for(setting.key()));
    TRY(is_model ? check_model(name, values[0]) : check_setting(setting.key(), name, values[0]));
    return ProxyCommand(ChangeSetting{.name = std::string(setting.name), .value = values[0]});
}

Result<ProxyCommand> parse_status(std::string_view name, Words words) {
    const auto arguments = TRY(read_arguments(words, {.flags = {"--json"}}));
    if (!arguments.values.empty()) return invalid(std::string(name) + " takes no value");
    return ProxyCommand(ShowStatus{.json = arguments.has("--json")});
}

Result<ProxyCommand> parse_grounding_models(std::string_view name, Words words) {
    const auto arguments =
        TRY(read_arguments(words, {.options = {"--format"}, .flags = {"--yes", "--json"}}));
    const auto& values = arguments.values;
    const std::string verb = values.empty() ? "" : values[0];
    const bool names_model = verb == "add" || verb == "remove";
    if (!names_model && verb != "list" && verb != "reset") {
        return invalid(std::string(name) + " needs add, remove, list or reset");
    }
    if (values.size() != (names_model ? 2U : 1U) || (names_model && values[1].empty())) {
        return invalid(
            std::string(name) + " " + verb +
            (names_model ? " needs one <provider/model-id>" : " takes no value")
        );
    }
    if (verb != "add" && (arguments.option("--format") || arguments.has("--yes"))) {
        return invalid("--format and --yes are only for " + std::string(name) + " add");
    }
    if (verb != "list" && arguments.has("--json")) {
        return invalid("--json is only for " + std::string(name) + " list");
    }
    if (verb == "add") {
        return ProxyCommand(AddGroundingModel{
            values[1], arguments.option("--format"), arguments.has("--yes")});
    }
    if (verb == "remove") return ProxyCommand(RemoveGroundingModel{values[1]});
    if (verb == "list") return ProxyCommand(ListGroundingModels{arguments.has("--json")});
    return ProxyCommand(ResetGroundingModels{});
}

Result<ProxyCommand> parse_consent(std::string_view name, Words words) {
    const auto arguments = TRY(read_arguments(words, {}));
    const auto& values = arguments.values;
    const bool known = !values.empty() && (values[0] == "yes" || values[0] == "no");
    if (!known || values.size() > 2) {
        return invalid(std::string(name) + " needs yes or no, and at most one provider");
    }
    return ProxyCommand(ChangeConsent{
        .agreement = values[0] == "yes" ? Agreement::Given : Agreement::TakenBack,
        .provider = values.size() == 2 ? values[1] : "",
    });
}

Result<void> check_question(const std::string& question) {
    if (question.empty()) return invalid("--question must not be empty");
    const auto characters = std::ranges::count_if(question, [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    });
    if (static_cast<std::size_t>(characters) <= kMaxQuestion) return {};
    return invalid(
        "--question has " + std::to_string(characters) + " characters; the limit is 4000"
    );
}

Result<ProxyCommand> parse_describe(std::string_view name, Words words) {
    const auto arguments = TRY(read_arguments(
        words,
        {.options = {"--question", "--model"},
         .repeated = {"--crop"},
         .flags = {"--save", "--json", "--boxes", "--yes"}}
    ));
    if (arguments.values.empty()) return invalid(std::string(name) + " needs a picture");
    DescribePictures describe{
        .inputs = arguments.values,
        .question = arguments.option("--question"),
        .crops = arguments.all("--crop"),
        .model = arguments.option("--model"),
        .save = arguments.has("--save"),
        .json = arguments.has("--json"),
        .boxes = arguments.has("--boxes"),
        .yes = arguments.has("--yes"),
    };
    if (describe.question) TRY(check_question(*describe.question));
    if (describe.model) TRY(check_model("--model", *describe.model));
    TRY(media::parse_crops(describe.crops, describe.inputs.size()));
    const bool plain = describe.inputs.size() == 1 && !describe.question && describe.crops.empty();
    if (describe.save && !plain) {
        return invalid("--save takes one picture, without --question and --crop");
    }
    return ProxyCommand(std::move(describe));
}

Result<ProxyCommand> parse_redescribe(std::string_view name, Words words) {
    const auto arguments =
        TRY(read_arguments(words, {.options = {"--model"}, .flags = {"--json", "--yes"}}));
    if (arguments.values.size() != 1) return invalid(std::string(name) + " needs one picture");
    DescribePictures describe{
        .inputs = arguments.values,
        .model = arguments.option("--model"),
        .save = true,
        .json = arguments.has("--json"),
        .yes = arguments.has("--yes"),
    };
    if (describe.model) TRY(check_model("--model", *describe.model));
    return ProxyCommand(std::move(describe));
}

constexpr Form kCommands[] = {
    {"status", "status [--json]", parse_status},
    {"tool", "tool on|off", parse_setting},
    {"max-images-per-call", "max-images-per-call <n>, 1..20", parse_setting},
    {"max-batch", "max-batch <n>, 1..10", parse_setting},
    {"cache-size", "cache-size <n>, 0..500", parse_setting},
    {"mode", "mode auto|always|off", parse_setting},
    {"model", "model [<provider/model-id>]", parse_setting},
    {"grounding", "grounding on|off", parse_setting},
    {"grounding-models",
     "grounding-models add|remove|list|reset [<provider/model-id>] [--format <fmt>]",
     parse_grounding_models},
    {"consent", "consent yes|no [<provider>]", parse_consent},
    {"describe",
     "describe <path|hash>... [--question \"<text>\"] [--crop [<i>:]r=<region> | n=<x>,<y>,<w>,<h> "
     "| "
     "p=<x>,<y>,<w>,<h>] [--model <provider/model-id>] [--save]",
     parse_describe},
    {"redescribe", "redescribe <path|hash> [--model <provider/model-id>]", parse_redescribe},
};

std::string no_such_command(const std::string& word) {
    auto setting = word;
    std::ranges::replace(setting, '-', '_');
    if (config::find_proxy_name(setting) != nullptr) {
        return "no vision-proxy command changes " + word + "; set vision." + setting +
               " in the configuration";
    }
    const auto message = "unknown vision-proxy command \"" + word + "\"; ";
    std::vector<std::string_view> names;
    for (const auto& command : kCommands) names.push_back(command.name);
    const auto nearest = config::nearest_name(word, names);
    if (!nearest.empty()) return message + "did you mean " + std::string(nearest) + "?";
    std::string list;
    for (const auto name : names) list += (list.empty() ? "" : ", ") + std::string(name);
    return message + "available: " + list;
}

bool asks_for_help(Words words) {
    for (const auto& word : words) {
        if (word == "--") return false;
        if (word == "--help" || word == "-h") return true;
    }
    return false;
}

}  // namespace

std::string_view command_forms() {
    return kForms;
}

Result<ProxyCommand> parse_command(Words words) {
    if (asks_for_help(words)) return ProxyCommand(ShowHelp{});
    if (words.empty() || words.front() == "--json") return parse_status("status", words);
    const auto* const command = std::ranges::find(kCommands, words.front(), &Form::name);
    if (command == std::end(kCommands)) {
        return invalid(no_such_command(words.front().substr(0, 60)));
    }
    auto parsed = command->parse(command->name, words.subspan(1));
    if (parsed.ok()) return parsed;
    return invalid(parsed.error().message + " (vision-proxy " + std::string(command->form) + ")");
}

Result<ProxyCommand> parse_slash_command(std::string_view line) {
    const auto words = TRY(split_words(line));
    if (words.empty() || words.front() != "/vision-proxy") {
        return invalid("the command must begin with /vision-proxy");
    }
    return parse_command(Words(words).subspan(1));
}

}  // namespace fovea::proxy

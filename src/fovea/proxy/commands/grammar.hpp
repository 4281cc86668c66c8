// The commands of the vision proxy (V9, appendix C), typed as `/vision-proxy …` or given as the
// arguments of `fovea vision-proxy …`: one grammar, so both take the same words.
//
//   status [--json]                       each setting and where it came from; also without words
//   tool on|off
//   max-images-per-call <n>               1..20
//   max-batch <n>                         1..10
//   cache-size <n>                        0..500
//   mode auto|always|off
//   model [<provider/model-id>]           without an id: the one that is set
//   grounding on|off
//   grounding-models add <provider/model-id> [--format <fmt>] [--yes]
//   grounding-models remove <provider/model-id>
//   grounding-models list [--json]
//   grounding-models reset
//   consent yes|no [<provider>]           without one: the vision model's
//   describe <path|hash>... [--question "<text>"] [--crop <i>:<form>]... [--model <provider/model-id>]
//                           [--save] [--json] [--boxes] [--yes]
//   redescribe <path|hash> [--model <provider/model-id>] [--json] [--yes]
//
//     const auto command = TRY(parse_slash_command("/vision-proxy max-batch 3"));
//     std::visit(…, command);
//
// Everything wrong is InvalidInput: the sentence has the form of the command, and its range.
#pragma once

#include "fovea/base/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fovea::proxy {

struct ShowHelp {
    bool operator==(const ShowHelp&) const = default;
};

struct ShowStatus {
    bool json = false;

    bool operator==(const ShowStatus&) const = default;
};

// tool, max-images-per-call, max-batch, cache-size, mode, model, grounding.
struct ChangeSetting {
    std::string name;   // behind "vision.": "max_batch"
    std::string value;  // allowed for it

    bool operator==(const ChangeSetting&) const = default;
};

struct ShowModel {
    bool operator==(const ShowModel&) const = default;
};

struct AddGroundingModel {
    std::string model;
    std::optional<std::string> format;  // none: the most usual one, with a warning
    bool yes = false;                   // do not ask about a model known to ground badly

    bool operator==(const AddGroundingModel&) const = default;
};

struct RemoveGroundingModel {
    std::string model;

    bool operator==(const RemoveGroundingModel&) const = default;
};

struct ListGroundingModels {
    bool json = false;

    bool operator==(const ListGroundingModels&) const = default;
};

struct ResetGroundingModels {
    bool operator==(const ResetGroundingModels&) const = default;
};

enum class Agreement { Given, TakenBack };

struct ChangeConsent {
    Agreement agreement = Agreement::Given;
    std::string provider;  // empty: that of the vision model

    bool operator==(const ChangeConsent&) const = default;
};

// redescribe is describe with `save` and nothing else (FR-3.3).
struct DescribePictures {
    std::vector<std::string> inputs;  // paths, sha256:HEX, URLs
    std::optional<std::string> question;
    std::vector<std::string> crops;  // INDEX:FORM, each checked
    std::optional<std::string> model;
    bool save = false;  // only of one picture, without question and crop
    bool json = false;
    bool boxes = false;
    bool yes = false;  // ask nothing

    bool operator==(const DescribePictures&) const = default;
};

using ProxyCommand = std::variant<
    ShowHelp,
    ShowStatus,
    ChangeSetting,
    ShowModel,
    AddGroundingModel,
    RemoveGroundingModel,
    ListGroundingModels,
    ResetGroundingModels,
    ChangeConsent,
    DescribePictures>;

// The words behind "vision-proxy".
Result<ProxyCommand> parse_command(std::span<const std::string> words);

// A whole line, with "/vision-proxy" in front.
Result<ProxyCommand> parse_slash_command(std::string_view line);

// The forms above, a line each, for people.
std::string_view command_forms();

}  // namespace fovea::proxy

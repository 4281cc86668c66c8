#include "fovea/proxy/grounding/registry.hpp"

#include "fovea/proxy/grounding/shipped.hpp"

#include <algorithm>
#include <utility>

namespace fovea::proxy::grounding {
namespace {

constexpr std::size_t kLongestId =
    256;  // longer is a slip of the clipboard; nobody names models so

// Ids end up in files, on terminals and in messages.
Result<void> check_id(std::string_view model) {
    const auto is_odd = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte <= 0x20 || byte == 0x7F || byte >= 0x80;
    };
    if (model.empty()) return Error{ErrorCode::InvalidInput, "no model id was given"};
    if (model.size() > kLongestId) {
        return Error{
            ErrorCode::InvalidInput,
            "a model id of " + std::to_string(model.size()) + " characters is too long"};
    }
    if (std::ranges::any_of(model, is_odd) || model.front() == '/' || model.back() == '/') {
        return Error{
            ErrorCode::InvalidInput, "a model id must be \"provider/id\" without spaces, in ASCII"};
    }
    return {};
}

const UserEntry* find_entry(
    std::string_view model, const GroundingModels& models, const models::Catalogue& catalogue
) {
    const auto names = names_of(model, catalogue);
    for (const auto& name : names) {
        const auto found = models.entries.find(name);
        if (found != models.entries.end()) return &found->second;
    }
    for (const auto& [id, entry] : models.entries) {
        if (id.find('*') == std::string::npos) continue;
        for (const auto& name : names) {
            if (fits(id, name)) return &entry;
        }
    }
    return nullptr;
}

std::string in_quotes(std::string_view word) {
    return "\"" + std::string(word) + "\"";
}

// What a user should hear about a format that is not what the authors document.
std::string disagreement(Format chosen, const Shipped& shipped) {
    if (shipped.format == Format::None || shipped.format == chosen || chosen == Format::None) {
        return {};
    }
    return "its authors document " + std::string(id_of(shipped.format));
}

struct Choice {
    Format format = Format::None;
    std::vector<std::string> warnings;
};

Result<Choice> choose_format(
    std::string_view model, std::optional<std::string_view> format, const Shipped& shipped
) {
    Choice choice;
    if (format) {
        const auto named = format_named(*format);
        if (!named) {
            return Error{
                ErrorCode::InvalidInput,
                in_quotes(*format) + " is not a grounding format; use one of " + known_ids()};
        }
        choice.format = *named;
        const auto doubt = disagreement(*named, shipped);
        if (!doubt.empty()) choice.warnings.push_back(std::string(model) + ": " + doubt);
    } else if (shipped.format != Format::None) {
        choice.format = shipped.format;
    } else {
        choice.format = Format::QwenPixels;
        choice.warnings.push_back(
            "no --format was given and the format is unknown for " + std::string(model) +
            ": qwen_pixels is assumed; if its boxes are wrong, add it again with one of " +
            known_ids()
        );
    }
    return choice;
}

}  // namespace

Format format_of(
    std::string_view model, const GroundingModels& models, const models::Catalogue& catalogue
) {
    if (const auto* entry = find_entry(model, models, catalogue)) return entry->format;
    const auto shipped = shipped_for(model, catalogue);
    return shipped.tier == Tier::Curated ? shipped.format : Format::None;
}

bool supports_grounding(
    std::string_view model, const GroundingModels& models, const models::Catalogue& catalogue
) {
    return format_of(model, models, catalogue) != Format::None;
}

Result<std::variant<Added, NeedsConfirmation>> add_model(
    GroundingModels models,
    std::string_view model,
    std::optional<std::string_view> format,
    Confirmed confirmed,
    const models::Catalogue& catalogue
) {
    using Outcome = std::variant<Added, NeedsConfirmation>;
    TRY(check_id(model));
    const auto shipped = shipped_for(model, catalogue);
    auto choice = TRY(choose_format(model, format, shipped));

    if (shipped.tier == Tier::Excluded && choice.format != Format::None) {
        if (confirmed == Confirmed::No) {
            return Outcome(NeedsConfirmation{
                std::string(model) + " is not reliable at locating things. " +
                std::string(shipped.note) +
                ". Its boxes may look exact and be wrong. Add it anyway?"});
        }
        choice.warnings.push_back(std::string(model) + ": " + std::string(shipped.note));
    }
    if (shipped.tier == Tier::OptIn) {
        choice.warnings.push_back(std::string(model) + ": " + std::string(shipped.note));
    }
    models.entries[std::string(model)].format = choice.format;
    return Outcome(Added{std::move(models), choice.format, std::move(choice.warnings)});
}

Result<GroundingModels> remove_model(
    GroundingModels models, std::string_view model, const models::Catalogue& catalogue
) {
    TRY(check_id(model));
    if (!supports_grounding(model, models, catalogue)) {
        return Error{
            ErrorCode::InvalidInput, in_quotes(model) + " is not among the grounding models"};
    }
    const auto found = models.entries.find(model);
    if (found != models.entries.end()) models.entries.erase(found);
    // Shipped, or still on by a pattern or by its bare id: only its own entry can keep it off.
    if (supports_grounding(model, models, catalogue)) {
        models.entries[std::string(model)].format = Format::None;
    }
    return models;
}

GroundingModels reset_models() {
    return {};
}

std::vector<ListedModel> list_models(
    const GroundingModels& models, const models::Catalogue& catalogue
) {
    std::vector<ListedModel> listed;
    for (const auto& [id, entry] : models.entries) {
        const auto state = entry.format == Format::None ? Listed::Removed : Listed::Added;
        const auto shipped = shipped_for(id, catalogue);
        auto note = disagreement(entry.format, shipped);
        if (note.empty() && state == Listed::Added) note = shipped.note;
        listed.push_back({id, entry.format, state, std::move(note)});
    }
    const auto add_shipped = [&](std::string_view id, const Shipped& shipped) {
        const bool opt_in = shipped.tier == Tier::OptIn;
        if (shipped.tier != Tier::Curated && !opt_in) return;
        if (models.entries.contains(id)) return;
        const auto state = opt_in ? Listed::OptIn : Listed::Shipped;
        listed.push_back({std::string(id), shipped.format, state, std::string(shipped.note)});
    };
    for (const auto& row : shipped_models()) {
        add_shipped(row.pattern, {row.tier, row.format, row.note});
    }
    // What the catalogue knows and no pattern covers.
    for (const auto& row : catalogue.models()) {
        const auto covered =
            std::ranges::any_of(shipped_models(), [&](const ShippedModel& shipped) {
                return fits(shipped.pattern, row.id) ||
                       fits(shipped.pattern, row.provider + "/" + row.id);
            });
        if (!covered) add_shipped(row.id, shipped_for(row.id, catalogue));
    }
    return listed;
}

}  // namespace fovea::proxy::grounding

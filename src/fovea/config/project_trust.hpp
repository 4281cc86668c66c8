// What the user decided about the files of projects. Such a file comes with whatever one clones, so it
// counts as written by a stranger: what could send keys or pictures elsewhere, weaken a limit, run
// programs or open the machine (project_rules.hpp) is taken only from files that the user trusts
// (docs/adr/0013-what-a-strangers-file-may-set.md).
//
//     const TrustStore trust("/home/me/.config/fovea/trusted");
//     TRY(trust.decide(file, text, Trust::Trusted));
//     trust.find(file, text);         // Trusted
//     trust.find(file, text + " ");   // Undecided: another text is another decision
#pragma once

#include "fovea/base/result.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace fovea::config {

enum class Trust : std::uint8_t {
    Undecided,  // the user was not asked: harmless settings only, anything else is an error
    Limited,    // harmless settings only, the rest is left out
    Trusted,    // all of it
};

// "undecided", "limited", "trusted".
std::string_view name_of(Trust trust);

// What the user decided, as one small file a decision, named by the project file's place and text.
class TrustStore {
public:
    // Empty: nothing was decided, and nothing can be.
    explicit TrustStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // Undecided, too, where the decision itself could have been written by somebody else.
    Trust find(const std::filesystem::path& file, std::string_view text) const;

    // Undecided takes a decision back. ConfigInvalid when it cannot be kept.
    Result<void> decide(const std::filesystem::path& file, std::string_view text, Trust trust)
        const;

private:
    std::filesystem::path folder_;
};

// The folder that a project's file speaks for: /a for /a/.fovea/config.toml.
std::filesystem::path project_folder(const std::filesystem::path& file);

}  // namespace fovea::config

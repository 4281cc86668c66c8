// The commands of the vision proxy (V9), for every surface that takes them: `fovea vision-proxy …`,
// `/vision-proxy …` in a terminal.
//
//     const auto command = TRY(proxy::parse_command(words));
//     const VisionCommands commands({.situation = situation, .ask = ask_at_terminal});
//     const CommandAnswer answer = TRY(commands.run(command));
//
// Describing is the surface's own; it asks allow() first.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/vision_proxy_file.hpp"
#include "fovea/host/situation.hpp"
#include "fovea/proxy/commands/grammar.hpp"
#include "fovea/proxy/consent.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::host {

struct CommandAnswer {
    std::string text;                     // safe to print; one JSON value where that was asked for
    std::vector<std::string> notes = {};  // what a person should know besides; a sentence each
};

// A person's answer; nothing where there is nobody to ask.
using AskPerson = std::function<std::optional<std::string>(const std::string& question)>;

// Whether it writes vision-proxy.json. Such a command can mend what is wrong there, so the situation it is
// run in is loaded without that file (config::Sources::with_proxy_file).
bool changes_proxy_file(const proxy::ProxyCommand& command);

class VisionCommands {
public:
    // Both outlive it. Tables are no wider than so many columns.
    VisionCommands(const Situation& situation, const AskPerson& ask, std::size_t width = 100);

    // Not for DescribePictures.
    Result<CommandAnswer> run(const proxy::ProxyCommand& command) const;

    // The model that may describe these pictures; a person is asked for consent where none was given.
    Result<std::string> allow(const proxy::DescribePictures& command) const;

private:
    using Answer = Result<CommandAnswer>;
    struct Dispatch;

    // In their own files.
    Answer status(const proxy::ShowStatus& command) const;
    Answer change(const proxy::ChangeSetting& command) const;
    Answer change(const proxy::AddGroundingModel& command) const;
    Answer change(const proxy::RemoveGroundingModel& command) const;
    Answer change(const proxy::ResetGroundingModels& command) const;
    Answer list(const proxy::ListGroundingModels& command) const;
    Answer change(const proxy::ChangeConsent& command) const;

    const config::Settings& settings() const { return situation_.settings(); }
    const config::VisionSettings& vision() const { return settings().vision; }
    // Where a setting came from; "max_batch".
    const std::string& origin_of(std::string_view name) const;
    Result<std::string> model() const;
    Result<proxy::Consents> consents() const;

    const Situation& situation_;
    const AskPerson& ask_;
    std::size_t width_;
    config::VisionProxyFile file_;
};

}  // namespace fovea::host

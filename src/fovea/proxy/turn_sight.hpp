// Sight for a turn of a model that has none (V1, V5): every picture that the turn shows is described
// once, and several of one message together as well.
//
//     const auto sight = TRY(see_turn(messages, known, look, settings, stop));
//     picturing.in_words = in_words_of(sight);           // fences in place of pictures
//     conversation.messages = with_joint(messages, sight);
//     TRY(sessions.append(id, sight.entries));           // so that nobody is asked again
//
// Planning apart from the calls that `look` makes. A picture that nobody could see gets a sentence
// that says so and why; it is not kept, so the next turn tries again, and the turn goes on. Calls
// for several pictures run at once.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/context/ageing.hpp"
#include "fovea/context/render_context.hpp"
#include "fovea/proxy/describe/describe.hpp"
#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/timestamp.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::proxy {

// Asks the vision model. Several threads may call it at once.
using Look = std::function<Result<Description>(const DescribeRequest&, const std::stop_token&)>;

struct TurnSettings {
    std::string model;  // who looks: "local/ocr"
    std::chrono::milliseconds timeout{60'000};
    std::size_t max_batch = 4;    // pictures in a joint description; 1: none is made
    bool include_context = true;  // the person's words go to the vision model, too
    context::AgeingSettings ageing = {};
    context::StandingOf standing_of = {};
    store::Clock now = store::system_now;
    // How many pictures were looked at, of those that nobody has described yet. Several threads may tell.
    std::function<void(std::size_t done, std::size_t total)> on_look = {};
};

struct TurnSight {
    std::map<Sha256, KeptDescription> seen;  // of every picture that was ever described
    std::map<Sha256, std::string> not_seen;  // why
    std::string joint;                       // the fence; empty: none
    std::vector<store::Entry> entries;       // new descriptions and what was done
    std::vector<std::string> problems;       // for a person, one sentence each
    providers::Usage usage;                  // of all calls that were made now
    std::size_t calls = 0;
};

// Cancelled is the only error.
Result<TurnSight> see_turn(
    const std::vector<content::Message>& messages,
    const Descriptions& known,
    const Look& look,
    const TurnSettings& settings,
    const std::stop_token& stop
);

// Borrows the sight.
context::InWordsOf in_words_of(const TurnSight& sight);

// The joint description stands in the open turn alone, behind the person's words.
std::vector<content::Message> with_joint(
    std::vector<content::Message> messages, const TurnSight& sight
);

}  // namespace fovea::proxy

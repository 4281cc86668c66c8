// Long histories made short (A1): which messages can go out as a summary, and what the summary is made
// of. Pure.
//
//     const auto plan = plan_compaction(messages, tokens_sent(messages, ageing, standing_of), keep_tokens);
//     if (plan.covered > 0) ask(transcript_of(messages, plan, descriptions, most));
//
// What the person said in the open turn stays, with its pictures, and so does the newest part of the
// conversation. Calls of tools are never parted from their results. Pictures of what is summarised are
// referred to by their names and what they show.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/context/ageing.hpp"
#include "fovea/proxy/describe/descriptions.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fovea::agent {

struct CompactionPlan {
    std::size_t covered = 0;  // so many messages from the first on; 0: there is nothing to do
    std::optional<std::size_t> kept = {};  // one of them that stays: the open turn's own words
};

// Rough: four bytes a token, and pictures as most providers count them.
std::uint64_t estimated_tokens(const content::Message& message);
std::uint64_t estimated_tokens(const std::vector<content::Message>& messages);

// Of each message as it goes out: old pictures small or in words, a picture that comes again as a line.
std::vector<std::uint64_t> tokens_sent(
    const std::vector<content::Message>& messages,
    const context::AgeingSettings& ageing,
    const context::StandingOf& standing_of
);

// Leaves the newest messages of about `keep_tokens`, at least the last two.
CompactionPlan plan_compaction(
    const std::vector<content::Message>& messages,
    std::span<const std::uint64_t> tokens,  // of each
    std::uint64_t keep_tokens
);

// What is summarised, as text of at most `max_bytes`: long results are cut, then the middle is left out.
std::string transcript_of(
    const std::vector<content::Message>& messages,
    const CompactionPlan& plan,
    const proxy::Descriptions& descriptions,
    std::size_t max_bytes
);

// "- sha256:… 1920x1080 shot.png: what it shows", one for each picture; empty where there is none.
std::string picture_list(
    const std::vector<content::Message>& messages,
    const CompactionPlan& plan,
    const proxy::Descriptions& descriptions
);

// A summary without a model: what the person said, and how the agent's answers begin.
std::string plain_summary(
    const std::vector<content::Message>& messages, const CompactionPlan& plan
);

}  // namespace fovea::agent

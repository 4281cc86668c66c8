// What the gateway remembers from one request to the next, since its programs send the whole conversation each time:
// what pictures look like in words, which endpoint refused or took which, and calls of ours that stood among a program's
// own.
//
//     memory.describe(view.ledger, descriptions, pictures, endpoint);
//     memory.learn(entries);
//
// Any thread. Refusals and descriptions outlive the process; losing them costs a question.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/gateway/splice/hidden_calls.hpp"
#include "fovea/gateway/way/held_body.hpp"
#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/ledger.hpp"
#include "fovea/store/result_cache.hpp"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace fovea::gateway {

class TurnMemory {
public:
    // `refused` is a file, empty: nothing is kept there.
    TurnMemory(store::ResultCache descriptions, std::filesystem::path refused);

    // Of these pictures, what is known.
    proxy::Descriptions descriptions_of(
        const std::vector<content::ImageBlock>& pictures, const std::string& vision_model
    ) const;
    void learn(const std::vector<store::Entry>& entries, const std::string& vision_model);

    // What an endpoint did with pictures, as entries of a session's ledger.
    std::vector<store::Entry> standing_of(
        const std::vector<content::ImageBlock>& pictures,
        const std::string& endpoint,
        const std::string& kind
    ) const;
    // True where it was news.
    bool refuse(
        const content::BlobRef& picture,
        std::uint64_t bytes,
        const std::string& endpoint,
        const std::string& why
    );
    void accept(const content::BlobRef& picture, const std::string& endpoint);
    // By its size alone: true means that somebody has to look.
    bool may_be_refused(const std::string& endpoint, std::uint64_t base64_characters) const;

    // By the id of each of the program's calls in that reply.
    void hide(const std::vector<std::string>& ids, const HiddenCalls& calls);
    std::optional<HiddenCalls> hidden_beside(const std::string& id) const;
    // Puts them back where they stood; false where there were none.
    bool restore(std::vector<content::Message>& messages) const;

private:
    struct Refusal {
        std::string why;
        std::uint64_t bytes = 0;
    };

    void load();
    void save() const;

    const store::ResultCache descriptions_;
    const std::filesystem::path file_;
    mutable std::mutex mutex_;                                  // guards what follows
    std::map<std::string, std::map<Sha256, Refusal>> refused_;  // by endpoint
    std::map<std::string, std::set<Sha256>> accepted_;          // by endpoint
    std::map<std::string, HiddenCalls> hidden_;
    std::deque<std::string> hidden_order_;
};

// Every picture of a conversation, those in tool results among them.
std::vector<content::ImageBlock> pictures_of(const std::vector<content::Message>& messages);

}  // namespace fovea::gateway

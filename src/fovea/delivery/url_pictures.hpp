// Pictures that a conversation names by their addresses, for a model that opens none: they are
// fetched, stored, and stand as files where the addresses stood.
//
//     const auto files = TRY(with_files(messages, picturing, seen, take, stop));
//     TRY(sessions.append(id, seen_entries(files, now)));
//     conversation.messages = files.messages;
//     picturing.standing_of = [&](const auto& image) { return standing_of(files.stored(image)); };
//     auto delivered = deliver(conversation, …);
//     name_as_stored(delivered.value(), messages, files);
//
// The stored conversation keeps its addresses (X4); what is remembered of the turn speaks of them
// too. What was behind an address when a session first saw it is an entry of the session, and what it
// sees there ever after, whatever is there by then. A picture that could not be had stays an address, which such a model gets as a few words.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/delivery/prepare.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/timestamp.hpp"

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::delivery {

// The picture behind an address: the stored one that was seen there before, else what is fetched now
// and stored.
using TakeUrl = std::function<Result<content::ImageBlock>(
    const std::string& url, const std::optional<content::BlobRef>& seen, std::stop_token stop
)>;

// What was seen behind an address before.
using SeenBehind = std::function<std::optional<content::BlobRef>(const std::string& url)>;

// Whether it sees files and no addresses: it runs on this machine, or its provider opens no URLs.
bool needs_files(const Target& target);

struct WithFiles {
    std::vector<content::Message> messages;           // every picture in the place where it was
    std::map<std::string, content::BlobRef> files;    // by address; not those that are pictures of
                                                      // the conversation anyway
    std::map<std::string, content::BlobRef> fetched;  // by address: seen for the first time
    std::map<std::string, Error> missing;             // by address
    std::optional<Error> newest_missing;              // of the last message that shows pictures

    // What the stored conversation calls it.
    content::FileRef stored(const content::FileRef& image) const;
};

// Addresses that have aged to words, were dropped or refused are left alone. Cancelled is the only
// error.
Result<WithFiles> with_files(
    const std::vector<content::Message>& messages,
    const Picturing& picturing,
    const SeenBehind& seen,
    const TakeUrl& take,
    const std::stop_token& stop
);

// That these were behind their addresses.
std::vector<store::Entry> seen_entries(const WithFiles& files, store::Time now);

// `messages` is the stored conversation.
void name_as_stored(
    std::vector<context::Delivery>& receipt, const std::vector<content::Message>& messages
);
void name_as_stored(
    Delivered& delivered, const std::vector<content::Message>& messages, const WithFiles& files
);

}  // namespace fovea::delivery

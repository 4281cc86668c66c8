// Every picture of a session and what became of it (S5), worked out from the entries alone.
//
//     for (const LedgerImage& image : TRY(ledger_of(TRY(sessions.read(id))))) …
//
//     Ledger ledger;                          // or as the session grows: nothing is read twice
//     for (const Entry& entry : entries) TRY(ledger.add(entry));
//     if (const LedgerImage* known = ledger.find(image.source)) …
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/image_change.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fovea::store {

// What a picture reached a model as. Entries tell only changes of it, for each endpoint.
struct Reached {
    ImageState state = ImageState::NotSeen;
    std::string provider = {};  // kind: "anthropic"
    std::string endpoint = {};  // empty where the entry is older than endpoints are
    std::uint64_t tokens = 0;   // estimated for that call

    bool operator==(const Reached&) const = default;
};

struct LedgerImage {
    content::FileRef image;
    std::string mime;
    media::PixelSize size;  // 0x0 when unknown
    std::string filename;
    std::string alt;
    std::optional<content::BlobRef>
        file;  // of an address: what was behind it when it was first seen

    Reached reached;                   // at the model that was last asked
    std::vector<Reached> by_endpoint;  // each endpoint once

    std::uint64_t first_seq = 0;  // the entries that hold it first and last
    std::uint64_t last_seq = 0;
    std::uint64_t age = 0;  // turns since it was last attached; 0: in this one

    bool pinned = false;
    bool dropped = false;

    // Who refused it, sorted: endpoints. A refusal that is older than endpoints are is that of
    // "provider/model" where the turn's usage tells it, else of a kind of provider.
    std::vector<std::string> quarantined_by;

    bool is_quarantined_by(std::string_view who) const;

    // Null when it never went there.
    const Reached* reached_at(std::string_view endpoint) const;

    // As people see it: for the model that was last asked.
    ImageState state() const;

    bool operator==(const LedgerImage&) const = default;
};

// A turn begins with each user message that is more than results of tools. Changes of pictures that
// are nowhere in the messages count for nothing, and so do changes that a newer program wrote.
class Ledger {
public:
    // In the order of the session. InvalidInput for a message that cannot be read.
    Result<void> add(const Entry& entry);
    void add(const content::Message& message, std::uint64_t seq);

    // In the order of their first appearance.
    const std::vector<LedgerImage>& images() const { return images_; }

    // Null when no message holds it.
    const LedgerImage* find(const content::FileRef& image) const;

    struct Hash {
        std::size_t operator()(const content::FileRef& image) const;
    };

private:
    LedgerImage* known(const content::FileRef& image);
    void add_image(const content::ImageBlock& block, std::uint64_t seq);
    void apply(const ImageChange& change);
    void deliver(LedgerImage& image, const ImageChange& change);
    void quarantine(LedgerImage& image, const ImageChange& change);
    void note_call(const Entry& usage);

    std::vector<LedgerImage> images_;
    std::unordered_map<content::FileRef, std::size_t, Hash> places_;
    std::string last_asked_;  // endpoint

    // Refusals of which only the kind of provider is known so far: picture and kind.
    std::vector<std::pair<std::size_t, std::string>> nameless_;
};

// Of all entries.
Result<std::vector<LedgerImage>> ledger_of(std::span<const Entry> entries);

}  // namespace fovea::store

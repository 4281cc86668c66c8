// Every picture of a session and what became of it (S5), worked out from the entries alone.
//
//     for (const LedgerImage& image : TRY(ledger_of(TRY(sessions.read(id))))) …
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/image_change.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::store {

struct LedgerImage {
    content::FileRef image;
    std::string mime;
    media::PixelSize size;  // 0x0 when unknown
    std::string filename;
    std::string alt;

    ImageState reached = ImageState::NotSeen;  // what it last reached a model as
    std::string provider;                      // whose model that was
    std::uint64_t tokens = 0;                  // estimated for that call

    std::uint64_t first_seq = 0;  // the entries that hold it first and last
    std::uint64_t last_seq = 0;
    std::uint64_t age = 0;  // turns since it was last attached; 0: in this one

    bool pinned = false;
    bool dropped = false;
    std::vector<std::string> quarantined_by;  // kinds of providers, sorted

    // What it would be for that provider now: Quarantined, or what it last reached a model as.
    ImageState state_for(std::string_view provider_kind) const;

    // As people see it: for the provider that was last asked.
    ImageState state() const;

    bool operator==(const LedgerImage&) const = default;
};

// In the order of their first appearance. A turn begins with each user message that is more than
// results of tools. Changes of pictures that are nowhere in the messages count for nothing, and so
// do changes that a newer program wrote.
Result<std::vector<LedgerImage>> ledger_of(std::span<const Entry> entries);

}  // namespace fovea::store

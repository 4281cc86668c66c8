// What the vision model said about the pictures of a session, kept as entries (V1): made once for
// each picture, and the same for every later turn.
//
//     const Descriptions known = TRY(descriptions_of(TRY(sessions.read(id))));
//     if (const auto* said = known.find(sha256)) …
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/store/entry.hpp"

#include <map>
#include <span>
#include <string>

namespace fovea::proxy {

struct KeptDescription {
    std::string text;
    std::string model;             // who said it: "openai/gpt-5-mini"
    std::string grounding_format;  // of the places in the text; may be empty

    bool operator==(const KeptDescription&) const = default;
};

class Descriptions {
public:
    // Of the original, by its hash; the latest one. Null when nobody looked yet.
    const KeptDescription* find(const Sha256& image) const;

    void put(const Sha256& image, KeptDescription description);

private:
    std::map<Sha256, KeptDescription> by_image_;
};

// An entry that this program cannot read was written by a newer one, and is passed over.
Descriptions descriptions_of(std::span<const store::Entry> entries);
void add_descriptions(Descriptions& known, std::span<const store::Entry> entries);

store::Entry description_entry(
    const Sha256& image, const KeptDescription& description, store::Time time
);

// The description as it stands in a request, with the picture's own size and name.
std::string fence_of(const content::ImageBlock& image, const KeptDescription& description);

}  // namespace fovea::proxy

// A request that stays in its own dialect, written with the bytes that its program sent: only the files that go otherwise are
// put in the places of those that came, and what is added stands behind the rest.
//
//     const auto splice = Splice::of(dialect, body, taken.all(), conversation);   // none: it cannot be lined up
//     splice->write(request, kind, …);   // none: this request is not that conversation with other pictures
//
// What no reader of ours knows stays as it is, since nobody writes it anew.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/delivery/prepare.hpp"
#include "fovea/gateway/dialect.hpp"
#include "fovea/gateway/splice/file_places.hpp"
#include "fovea/gateway/splice/noted_files.hpp"
#include "fovea/providers/dialect.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

struct Spliced {
    providers::Body body;
    std::vector<providers::WireImage> images;
    bool is_changed = false;  // in anything but the model's name
};

// What was done to the program's body before it was read.
struct Amended {
    bool is_changed = false;
    bool has_new_messages = false;  // of the user, behind results of tools
    bool has_restored = false;      // calls of ours
};

class Splice {
public:
    // Borrows the body, as long as it lives; copies of the conversation what it compares with.
    static std::optional<Splice> of(
        Dialect dialect,
        std::string_view body,
        const std::vector<NotedFile>& taken,
        const delivery::Conversation& conversation,
        const Amended& amended = {}
    );

    // `inner` writes what is added: tools, and messages behind the last. None where this is another request; StoreError
    // where a file is not there.
    Result<std::optional<Spliced>> write(
        const providers::Request& request,
        const providers::Dialect& inner,
        const providers::ModelTraits& traits,
        providers::BlobSource& blobs
    ) const;

private:
    Splice() = default;

    Dialect dialect_ = Dialect::Anthropic;
    std::string_view body_;
    BodyPlaces places_;
    std::vector<content::ContentBlock> taken_;  // of each place
    Amended amended_;
    delivery::Conversation conversation_;
};

}  // namespace fovea::gateway

// What each picture of a conversation reached the model as (S5), with the words that tell a person
// which picture it is: it can be read when the messages are gone.
//
//     const auto rows = receipt_rows(delivered.receipt, messages);    // of one call
//
//     RunReceipt receipt;                                             // of several calls
//     receipt.begin(messages, messages.size());
//     receipt.add(delivered.receipt, messages);
//     receipt.rows(messages_now, "the provider is overloaded");
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/context/render_context.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace fovea::delivery {

struct ReceiptRow {
    context::Delivery delivery;
    std::string filename = {};       // may be empty
    media::PixelSize original = {};  // 0x0: not known
    bool earlier = false;            // it stood in the conversation before this run began

    bool operator==(const ReceiptRow&) const = default;
};

// One for each time that a picture appears, in the order of the conversation. `messages` are those
// that the receipt is of.
std::vector<ReceiptRow> receipt_rows(
    const std::vector<context::Delivery>& receipt, const std::vector<content::Message>& messages
);

// Of all calls of a run together: the best that a picture reached a model as. One that an early call
// carried and later ones do not, since a summary took its place, stays.
class RunReceipt {
public:
    // The first `count` messages stood there before the run: their pictures are nobody's news.
    void begin(const std::vector<content::Message>& messages, std::size_t count);

    void add(
        const std::vector<context::Delivery>& receipt, const std::vector<content::Message>& messages
    );

    // With the pictures of the conversation that no call of this run carried: those are not seen, and the
    // reason ends in `why`, where there is one.
    std::vector<ReceiptRow> rows(
        const std::vector<content::Message>& messages, const std::string& why
    ) const;

private:
    std::vector<content::FileRef> earlier_;
    std::vector<ReceiptRow> rows_;
};

}  // namespace fovea::delivery

// Documents in a conversation as a model takes them (R1): where one stood, its pages stand, as text and
// as pictures; for a model that takes documents one that it can open.
//
//     auto pages = TRY(with_pages(messages, target, services, stop));
//     conversation.messages = pages.messages;
//     auto delivered = deliver(conversation, …);
//     forget_pages(delivered.value(), pages);     // what is remembered is about the stored one
//
// The stored conversation keeps its documents (X4), and the same one gives the same pages again. A
// model that sees gets text and picture of each page, a blind one the text, and pictures, which the
// vision proxy then describes, of pages that have none; local/ocr reads documents itself. A document
// that cannot be opened stays, and goes as its name. A model that takes documents gets them without
// locks and with as many pages as it takes; one that wants a password goes as its name, or the provider
// would refuse this turn and all that follow.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/context/pictures.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/delivery/document_row.hpp"
#include "fovea/delivery/stored_document.hpp"
#include "fovea/delivery/target.hpp"

#include <stop_token>
#include <string>
#include <vector>

namespace fovea::delivery {

struct WithPages {
    std::vector<content::Message> messages;
    std::vector<std::string> problems = {};   // for a person, one sentence each
    std::vector<DocumentRow> documents = {};  // what each goes as

    // Where each block and each part of a tool's result stood before; pages of documents are not here.
    struct Move {
        context::Place now;
        context::Place before;
    };
    std::vector<Move> moves = {};

    bool is_changed = false;
};

// Cancelled is the only error.
Result<WithPages> with_pages(
    const std::vector<content::Message>& messages,
    const Target& target,
    const DocumentServices& services,
    const std::stop_token& stop
);

// The pictures of pages that with_pages() showed before, for whoever asks about one of them. A document
// that cannot be opened has none.
std::vector<content::ImageBlock> shown_pages(
    const std::vector<content::Message>& messages,
    const DocumentServices& services,
    const std::stop_token& stop
);

// Pictures of pages are nobody's pictures afterwards, and what their documents went as is told; all others are named
// by their places before.
void forget_pages(Delivered& delivered, const WithPages& pages);
void forget_pages(std::vector<context::Delivery>& receipt, const WithPages& pages);

}  // namespace fovea::delivery

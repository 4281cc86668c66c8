// Whether what a person attaches can be opened, before anything is sent: an answer about a document that
// nobody could read would be worse than none.
//
//     TRY(check_documents(message, services, stop));
//
// A stored conversation goes on with such a document as its name (document_pages.hpp); this is for the
// message that brings it.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/delivery/stored_document.hpp"

#include <stop_token>

namespace fovea::delivery {

// All that cannot be opened, each by its name and with the reason, as StoredDocument::open() says it.
// Documents behind an address are not looked at, and none is where the programs for it are missing.
Result<void> check_documents(
    const content::Message& message, const DocumentServices& services, const std::stop_token& stop
);

}  // namespace fovea::delivery

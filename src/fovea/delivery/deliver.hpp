// One turn to one model, to its end: fitted, sent, healed, answered (P4).
//
//     auto delivered = deliver(conversation, target, picturing, services, options, events, stop);
//
// - A limit that an error tells is remembered for the endpoint, and the request is fitted again.
// - A picture that is refused is located and goes as an honest stub; the turn is sent again. What
//   was refused is in the result, for the session to remember; the file itself stays.
// - A request that is too large without saying by how much is sent again with smaller pictures, and
//   what was small enough is remembered as the endpoint's limit. Where no size is small enough
//   (413), the pictures go as words.
// - A model that sees no pictures, as an error tells, is remembered as blind, and the turn fails as
//   such: whoever planned it plans it again, with words (turn/).
//
// Only when the turn then succeeds does a picture count as refused: an error about something else
// blames none.
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/base/result.hpp"
#include "fovea/context/variants.hpp"
#include "fovea/delivery/document_row.hpp"
#include "fovea/delivery/learnt_limits.hpp"
#include "fovea/delivery/prepare.hpp"
#include "fovea/delivery/stored_document.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/net/http/sender.hpp"
#include "fovea/providers/dialect.hpp"
#include "fovea/providers/send_request.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::reading {
class PictureReader;
}

namespace fovea::delivery {

// All of it outlives the call.
struct Services {
    net::HttpSender& client;
    context::KeptVariants& files;
    const LearntLimits& learnt;
    config::Environment environment;  // for keys
    store::Clock now = store::system_now;
    // local/ocr, opened when it is asked.
    std::function<Result<reading::PictureReader*>()> local;
    // Opens documents for models that take none; without it they get a document's name.
    std::optional<DocumentServices> documents = {};
    // How requests to a target are written and its answers read. Empty: as its kind says.
    std::function<Result<std::unique_ptr<providers::Dialect>>(const Target&)> dialect = {};
};

struct Options {
    providers::ReplyForm delivery = providers::ReplyForm::Whole;
    std::chrono::milliseconds timeout{600'000};
    net::RetryPolicy retries = {};
    // Pictures that this provider took before: the last to be suspected.
    std::function<bool(const content::FileRef&)> was_accepted = {};
    // What a picture that was refused in this turn is described as; it goes with the stub.
    context::InWordsOf refused_in_words = {};
};

struct Refused {
    content::FileRef image;
    std::string reason;  // in the provider's words

    bool operator==(const Refused&) const = default;
};

struct Events {
    std::function<void(const providers::StreamEvent&)> on_event = {};
    std::function<void(const providers::RetryNotice&)> on_retry = {};
    std::function<void(const providers::LearntLimit&)> on_learnt = {};             // news only
    std::function<void(std::uint64_t done, std::uint64_t total)> on_sending = {};  // bytes
    std::function<void(std::size_t files)> on_reading = {};                        // by local/ocr
};

struct Delivered {
    providers::Reply reply;
    std::vector<context::Delivery> receipt;
    std::vector<Refused> refused;               // in this turn
    int retries = 0;                            // requests beyond the first, probes not counted
    std::vector<providers::Usage> probes = {};  // of answers to them: they are billed, too
    std::vector<DocumentRow> documents = {};    // of the whole conversation
};

struct Failed {
    Error error;
    bool others_may_do = false;  // another provider could answer (R3)
    bool is_blind = false;       // the model sees no pictures, and there were some
    int retries = 0;
    std::vector<providers::Usage> probes = {};
    std::vector<context::Delivery> had = {};  // by the model, where its answer had begun

    bool operator==(const Failed&) const = default;
};

Result<Delivered, Failed> deliver(
    const Conversation& conversation,
    const Target& target,
    const Picturing& picturing,
    const Services& services,
    const Options& options,
    const Events& events,
    const std::stop_token& stop
);

// The request that deliver() sends first, with nothing sent and no key needed (P6). InvalidInput for a
// local model.
Result<PreparedRequest> first_request(
    const Conversation& conversation,
    const Target& target,
    const Picturing& picturing,
    const Services& services,
    const Options& options,
    const std::stop_token& stop
);

}  // namespace fovea::delivery

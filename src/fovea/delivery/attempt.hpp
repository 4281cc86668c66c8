// A turn's request as it would go out now, and sending it. What healing changes between two attempts is
// here: the target's limits and forms, the pictures that were refused, a schema asked for in words.
//
//     Attempt attempt(conversation, target, picturing, services, options, stop);
//     TRY(attempt.open());
//     const auto prepared = TRY(attempt.prepare());
//     auto reply = attempt.send(prepared.wire, options.delivery, events);
#pragma once

#include "fovea/delivery/deliver.hpp"
#include "fovea/providers/dialect.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::delivery {

class Attempt {
public:
    // All but the target outlive it.
    Attempt(
        const Conversation& conversation,
        Target target,
        const Picturing& picturing,
        const Services& services,
        const Options& options,
        const std::stop_token& stop
    );

    // What is needed to send: the dialect, the address, the key.
    Result<void> open();

    // Of the turn's first request. A size that was learnt by trying may be less than the words of a longer
    // conversation take; the server has the last word then.
    Result<PreparedRequest> prepare_first();
    Result<PreparedRequest> prepare();

    Result<providers::Reply, providers::WireFailure> send(
        const providers::WireRequest& wire,
        providers::ReplyForm form,
        const providers::ExchangeEvents& events
    );

    // A request written for the target; also one that is no part of the conversation.
    Result<providers::WireRequest> write(
        const providers::Request& request,
        const providers::ModelTraits& traits,
        providers::ReplyForm form
    );

    const Conversation& conversation() const { return conversation_; }
    Target& target() { return target_; }  // with the limits as far as they are known

    // From the next request on it goes as a stub, or in words.
    void refuse(const content::FileRef& image, const std::string& why);
    void take_back(const content::FileRef& image);
    std::vector<Refused>& refused() { return refused_; }

    // From the next request on the schema is a part of the instructions.
    void ask_for_schema_in_words();

private:
    Result<void> open_dialect();
    bool is_refused(const content::FileRef& image) const;

    const Conversation& conversation_;
    Target target_;
    const Picturing& picturing_;
    const Services& services_;
    const Options& options_;
    const std::stop_token& stop_;
    std::optional<std::uint64_t>
        told_bytes_;  // that a request may have, before anything was learnt

    VariantFiles source_;
    std::unique_ptr<providers::Dialect> dialect_;
    providers::Endpoint endpoint_;
    std::vector<Refused> refused_;
    std::optional<Conversation> in_words_;  // the conversation, where its schema was refused
};

}  // namespace fovea::delivery

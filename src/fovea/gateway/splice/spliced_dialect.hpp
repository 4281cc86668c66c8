// A dialect whose requests of one conversation are its program's own (splice.hpp); everything else is the dialect's.
#pragma once

#include "fovea/gateway/splice/splice.hpp"
#include "fovea/providers/dialect.hpp"

#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::gateway {

// What was written last, and whether its answer goes to the program as it comes; of one thread.
struct LastWritten {
    bool is_spliced = false;
    bool is_changed = false;
    bool passes = false;
};

// Of an answer that goes on as it comes: what no reader of ours understands is its program's to understand.
class PassingReader final : public providers::StreamReader {
public:
    // Borrows the note.
    PassingReader(std::unique_ptr<providers::StreamReader> inner, const LastWritten& last)
        : inner_(std::move(inner)), last_(last) {}

    Result<std::vector<providers::StreamEvent>, providers::WireFailure> feed(std::string_view bytes
    ) override {
        if (is_lost_) return std::vector<providers::StreamEvent>();
        auto fed = inner_->feed(bytes);
        if (fed.ok() || !last_.passes) return fed;
        is_lost_ = true;
        return std::vector<providers::StreamEvent>();
    }
    Result<providers::Reply, providers::WireFailure> finish() override {
        if (is_lost_) return providers::Reply();
        auto reply = inner_->finish();
        if (reply.ok() || !last_.passes) return reply;
        return providers::Reply();
    }

private:
    const std::unique_ptr<providers::StreamReader> inner_;
    const LastWritten& last_;
    bool is_lost_ = false;
};

class SplicedDialect final : public providers::Dialect {
public:
    // Whether the conversation may be written anew, where it cannot stay in its program's bytes.
    using MayWrite = std::function<Result<void>()>;

    // Borrows the splice and the note.
    SplicedDialect(
        std::unique_ptr<providers::Dialect> inner,
        const Splice& splice,
        LastWritten& last,
        MayWrite may_write
    )
        : inner_(std::move(inner)),
          splice_(splice),
          last_(last),
          may_write_(std::move(may_write)) {}

    std::string_view kind() const override { return inner_->kind(); }

    Result<providers::WireRequest> write(
        const providers::Request& request,
        const providers::ModelTraits& traits,
        providers::ReplyForm form,
        providers::BlobSource& blobs
    ) const override {
        auto spliced = TRY(splice_.write(request, *inner_, traits, blobs));
        last_ = {.is_spliced = spliced.has_value(), .is_changed = spliced && spliced->is_changed};
        if (!spliced) TRY(may_write_());
        auto wire = TRY(inner_->write(request, traits, form, blobs));
        if (!spliced) return wire;
        wire.body = std::move(spliced->body);
        wire.images = std::move(spliced->images);
        return wire;
    }

    providers::Headers authentication(std::string_view key) const override {
        return inner_->authentication(key);
    }
    Result<providers::Reply, providers::WireFailure> read_reply(std::string_view body
    ) const override {
        auto reply = inner_->read_reply(body);
        if (reply.ok() || !last_.passes) return reply;
        return providers::Reply();
    }
    std::unique_ptr<providers::StreamReader> open_stream() const override {
        return std::make_unique<PassingReader>(inner_->open_stream(), last_);
    }
    providers::WireFailure read_failure(
        int status, const providers::Headers& headers, std::string_view body
    ) const override {
        return inner_->read_failure(status, headers, body);
    }

private:
    const std::unique_ptr<providers::Dialect> inner_;
    const Splice& splice_;
    LastWritten& last_;
    const MayWrite may_write_;
};

}  // namespace fovea::gateway

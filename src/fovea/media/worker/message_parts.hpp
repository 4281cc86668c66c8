// What the messages of several jobs have in common. Everything read here is still to be checked by
// whoever knows what was asked.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_lines.hpp"
#include "fovea/media/transform/prepare.hpp"
#include "fovea/media/worker/message.hpp"

namespace fovea::media {

// The answer of a worker that does not keep to the protocol. The worker has to go then: it may have
// been taken over.
Error garbled();
bool is_garbled(const Error& error);

void write(MessageWriter& out, const Limits& limits);
Limits read_limits(MessageReader& in);

void write(MessageWriter& out, PixelSize size);
PixelSize read_size(MessageReader& in);

void write(MessageWriter& out, const PixelRect& rect);
PixelRect read_rect(MessageReader& in);

void write(MessageWriter& out, const Colour& colour);
Colour read_colour(MessageReader& in);

void write(MessageWriter& out, ImageType type);
ImageType read_type(MessageReader& in);

void write(MessageWriter& out, const PictureFacts& facts);
PictureFacts read_facts(MessageReader& in);

// Every reply begins with its outcome.
void write_done(MessageWriter& out);
void write_error(MessageWriter& out, const Error& error);

// A whole reply: the outcome, and what write_value(out, value) writes where there is one.
template <class Value, class WriteValue>
Bytes encoded(const Result<Value>& reply, const WriteValue& write_value) {
    MessageWriter out;
    if (reply.ok()) {
        write_done(out);
        write_value(out, reply.value());
    } else {
        write_error(out, reply.error());
    }
    return out.take();
}

// For a failure, the error that the worker sent.
Result<void> read_outcome(MessageReader& in);

}  // namespace fovea::media

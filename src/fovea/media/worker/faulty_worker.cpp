// A picture worker that answers as its input says, for picture_workers_test.cpp. Knows no pictures:
// each is one pixel, and stays as it is.
#include "fovea/media/worker/jobs.hpp"
#include "fovea/sandbox/serve.hpp"

#include <cstdlib>
#include <string_view>

namespace {

using namespace fovea;
using namespace fovea::media;

struct Input {
    std::string_view deed;

    template <class Reply>
    Bytes say(Reply reply) const {
        if (deed == "no picture") {
            return encode_reply(Result<Reply>(Error{ErrorCode::DecodeFailed, "no picture"}));
        }
        auto message = encode_reply(Result<Reply>(std::move(reply)));
        if (deed == "cut") message.pop_back();
        if (deed == "longer") message.push_back(std::byte{0});
        if (deed == "silent") message.clear();
        return message;
    }

    Bytes answer(const PrepareRequest&) const {
        Prepared prepared;
        prepared.facts.size = prepared.size = {1, 1};
        prepared.unchanged = true;
        prepared.bytes = deed.size();
        if (deed == "boast") prepared.bytes += 1;
        return say(prepared);
    }

    Bytes answer(const CompareJob&) const {
        Compared compared;
        compared.first.size = compared.second.size = {1, 1};
        compared.similarity = 1;
        if (deed == "boast") compared.overlay_bytes = 1;  // and none was written
        return say(compared);
    }

    Bytes answer(const FrameRequest&) const {
        Framed framed{.size = {1, 1}, .bytes = 0};
        if (deed == "boast") framed.bytes = 1;
        return say(framed);
    }

    Bytes answer(const TextRequest&) const {
        TextDensity text{.length = 1, .line_height = 12};
        if (deed == "boast") text.line_height = kMaxLineHeight + 1;
        return say(text);
    }

    Bytes answer(const AnimationRequest&) const {
        SampledAnimation sampled{.looked_at = 1, .frames = {{.size = {1, 1}}}};
        if (deed == "boast") sampled.frames.front().bytes = 1;
        return say(sampled);
    }

    Bytes answer(const SheetRequest&) const {
        ContactSheet sheet{.size = {1, 1}};
        if (deed == "boast") sheet.bytes = 1;
        return say(sheet);
    }
};

}  // namespace

int main() {
    sandbox::serve([](ByteView request, ByteView input, std::span<std::byte>) {
        const auto job = decode_job(request);
        if (!job.ok()) std::abort();
        const Input deed{as_text(input)};
        auto reply = std::visit([&](const auto& known) { return deed.answer(known); }, job.value());
        return sandbox::Answer{std::move(reply), 0};
    });
}

// A picture worker that answers as its input says, for picture_workers_test.cpp. Knows no pictures:
// each is one pixel, and stays as it is.
#include "fovea/media/worker/jobs.hpp"
#include "fovea/sandbox/serve.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace {

using namespace fovea;
using namespace fovea::media;

constexpr std::string_view kScript = "#!/bin/sh";

struct Input {
    std::string_view whole;
    std::string_view deed = whole.substr(whole.find('\n', 6) + 1);  // behind the beginning of a PNG

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
        PreparedPicture prepared;
        prepared.facts.size = prepared.size = {1, 1};
        prepared.unchanged = true;
        prepared.bytes = whole.size();
        if (deed == "boast") prepared.bytes += 1;
        if (deed == "another type") prepared.facts.type = prepared.type = ImageType::Gif;
        if (deed == "giant") prepared.facts.size = {7, 4294967295};
        if (deed == "many frames") prepared.facts.frames = 4294967295;
        if (deed == "script") {
            prepared.unchanged = false;
            prepared.bytes = kScript.size();
        }
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
        sampled.facts.size = {1, 1};
        if (deed == "boast") sampled.frames.front().bytes = 1;
        return say(sampled);
    }

    Bytes answer(const ThumbnailRequest&) const {
        return say(Thumbnail{.size = {1, 1}});  // and nothing was written
    }

    Bytes answer(const SheetRequest&) const {
        ContactSheet sheet{.size = {1, 1}};
        if (deed == "boast") sheet.bytes = 1;
        return say(sheet);
    }
};

}  // namespace

int main() {
    sandbox::serve([](ByteView request, ByteView input, std::span<std::byte> output) {
        const auto job = decode_job(request);
        if (!job.ok()) std::abort();
        const Input deed{as_text(input)};
        auto reply = std::visit([&](const auto& known) { return deed.answer(known); }, job.value());
        if (deed.deed != "script") return sandbox::Answer{std::move(reply), 0};
        std::ranges::copy(as_bytes(kScript), output.begin());
        return sandbox::Answer{std::move(reply), kScript.size()};
    });
}

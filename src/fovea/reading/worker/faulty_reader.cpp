// A reader that misbehaves as its input says, for reading_crew_test.cpp. Knows no pictures: every
// input is a page of kFaultyLines lines, and line 7 is read as "w7".
#include "fovea/reading/worker/faulty_reader.hpp"

#include "fovea/reading/worker/reading_jobs.hpp"
#include "fovea/sandbox/serve.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace fovea;
using namespace fovea::reading;

constexpr media::PixelSize kSize{1000, 1000};
constexpr media::PixelRect kArea{0, 0, kSize.width, kSize.height};

[[noreturn]] void hang() {
    for (;;) {
        [[maybe_unused]] volatile int busy = 0;
    }
}

struct Page {
    std::string_view deed;

    void misbehave(std::string_view where) const {
        if (deed == "die " + std::string(where)) std::abort();
        if (deed == "hang " + std::string(where)) hang();
    }

    Bytes answer(const LookJob&) const {
        misbehave("in look");
        static std::uint32_t looks = 0;
        ++looks;
        if (deed == "no picture") {
            return encode_reply(Result<Looked>(Error{ErrorCode::DecodeFailed, "no picture"}));
        }
        Looked looked;
        looked.facts.frames = looks;  // of this process so far, so that a test knows a fresh one
        if (deed == "lie in look") return encode_reply(Result<Looked>(looked));
        looked.facts.size = kSize;
        looked.area = kArea;
        return encode_reply(Result<Looked>(looked));
    }

    Bytes answer(const BarcodesJob&) const {
        misbehave("in barcodes");
        return encode_reply(Result<FoundBarcodes>(FoundBarcodes{}));
    }

    Bytes answer(const FindElementsJob&) const {
        misbehave("in elements");
        return encode_reply(Result<FoundElements>(FoundElements{}));
    }

    Bytes answer(const FindLinesJob& job) const {
        misbehave("in find");
        if (job.sampling == Sampling::Some) misbehave("in sample");
        FoundLines found;
        found.area = kArea;
        if (deed == "lie in find") found.area.width = 7;
        for (std::uint32_t i = 0; i < kFaultyLines; ++i) {
            found.lines.push_back({.box = {0, i * 10, 200, 10}, .letter_height = 10});
        }
        return encode_reply(Result<FoundLines>(found));
    }

    Bytes answer(const ReadLinesJob& job) const {
        ReadLines read;
        for (const auto& line : job.lines) {
            const auto number = line.box.y / 10;
            misbehave("at line " + std::to_string(number));
            misbehave("at every line");
            std::string text = "w" + std::to_string(number);
            if (deed == "lie in words") text += '\x1b';
            read.words.push_back({text, line.box, 1, read.lines++});
        }
        return encode_reply(Result<ReadLines>(read));
    }
};

}  // namespace

int main() {
    sandbox::serve([](ByteView request, ByteView input, std::span<std::byte>) {
        const Page page{as_text(input)};
        const auto job = decode_reading_job(request);
        if (!job.ok()) std::abort();
        auto reply = std::visit([&](const auto& known) { return page.answer(known); }, job.value());
        return sandbox::Answer{std::move(reply), 0};
    });
}

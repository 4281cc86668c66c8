// The worker's end of reading: does one job on untrusted bytes. Given to sandbox::serve() by
// fovea-reader's main.
//
//     ReadingHandler handler(std::move(recogniser));
//     sandbox::serve([&](auto request, auto input, auto output) {
//         return handler.handle(request, input, output);
//     });
#pragma once

#include "fovea/reading/recognise/element_finder.hpp"
#include "fovea/reading/recognise/kept_picture.hpp"
#include "fovea/reading/recognise/page_lines_finder.hpp"
#include "fovea/reading/recognise/recogniser.hpp"
#include "fovea/reading/worker/reading_jobs.hpp"
#include "fovea/sandbox/serve.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace fovea::reading {

class ReadingHandler {
public:
    explicit ReadingHandler(std::unique_ptr<Recogniser> recogniser);

    // A reply that is too long for a message goes to the output, with an empty message.
    sandbox::Answer handle(ByteView request, ByteView input, std::span<std::byte> output);

private:
    Result<Looked> look(const LookJob& job, ByteView input);
    Result<FoundBarcodes> barcodes(const BarcodesJob& job, ByteView input);
    Result<FoundLines> find_lines(const FindLinesJob& job, ByteView input);
    Result<ReadLines> read_lines(const ReadLinesJob& job, ByteView input);
    Result<FoundElements> find_elements(const FindElementsJob& job, ByteView input);
    Bytes reply_to(ByteView request, ByteView input);

    std::unique_ptr<Recogniser> recogniser_;
    std::optional<ElementFinder> element_finder_;  // opened by the first who asks: most never do
    PageLinesFinder page_lines_;
    KeptPicture kept_;
};

}  // namespace fovea::reading

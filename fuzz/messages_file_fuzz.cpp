// Whatever stands in a messages file, it is refused or becomes messages that the stored form can
// hold and give back.
#include "fovea/content/json.hpp"
#include "fovea/ingest/messages.hpp"
#include "fovea/store/memory_blobs.hpp"

#include <boost/json.hpp>

#include <cstddef>
#include <cstdint>

using namespace fovea;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    store::MemoryBlobs blobs;
    const store::ResultCache known({});
    const ingest::Gate gate{
        .known = known,
        // Decoders have targets of their own.
        .workers = []() -> Result<media::PictureWorkers*> {
            return Error{ErrorCode::DecodeFailed, "no worker"};
        },
        .stored = [&]() -> Result<store::BlobStore*> { return &blobs; }};
    const ingest::Intake intake{.gate = gate, .blobs = blobs, .max_images = 3};
    const std::string_view text(reinterpret_cast<const char*>(data), size);

    const auto read = ingest::read_messages(text, intake);
    if (!read.ok()) {
        if (read.error().message.empty()) __builtin_trap();
        return 0;
    }
    for (const auto& message : read.value().messages) {
        if (ingest::count_images(message) > intake.max_images) __builtin_trap();
        const auto again = content::message_from_json(content::to_json(message));
        if (!again.ok() || !(again.value() == message)) __builtin_trap();
    }
    return 0;
}

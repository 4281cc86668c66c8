// Whatever stands in a messages file, it is refused or becomes messages that the stored form can
// hold and give back.
#include "fovea/content/json.hpp"
#include "fovea/ingest/messages.hpp"

#include <boost/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>

namespace {

using namespace fovea;
using content::BlobRef;

class MemoryBlobs : public store::BlobStore {
public:
    Result<BlobRef> put(ByteView bytes, const store::Call&) override {
        const BlobRef blob{sha256(bytes)};
        held_[blob.sha256] = Bytes(bytes.begin(), bytes.end());
        return blob;
    }
    Result<Bytes> read(const BlobRef& blob, store::Verify, const store::Call&) override {
        return held_[blob.sha256];
    }
    Result<store::BlobInfo> info(const BlobRef& blob, const store::Call&) override {
        const auto found = held_.find(blob.sha256);
        if (found == held_.end()) return Error{ErrorCode::FileNotFound, "not stored"};
        return store::BlobInfo{blob, found->second.size(), {}};
    }
    Result<std::unique_ptr<store::BlobWriter>> begin_put(const store::Call&) override {
        return Error{ErrorCode::Internal, "not asked for"};
    }
    Result<Bytes> read_part(const BlobRef&, std::uint64_t, std::size_t, const store::Call&)
        override {
        return Error{ErrorCode::Internal, "not asked for"};
    }
    Result<BlobRef> find(std::string_view prefix, const store::Call&) override {
        for (const auto& [digest, bytes] : held_) {
            if (digest.hex().starts_with(prefix)) return BlobRef{digest};
        }
        return Error{ErrorCode::FileNotFound, "not stored"};
    }
    Result<std::vector<store::BlobInfo>> list(const store::Call&) override {
        return std::vector<store::BlobInfo>();
    }
    Result<bool> remove(const BlobRef&, store::Time, const store::Call&) override { return false; }
    Result<std::vector<store::Stray>> strays() override { return std::vector<store::Stray>(); }
    Result<void> remove_abandoned() override { return {}; }

private:
    std::map<Sha256, Bytes> held_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    MemoryBlobs blobs;
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

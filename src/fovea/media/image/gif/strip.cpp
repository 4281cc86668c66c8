#include "fovea/media/image/byte_writer.hpp"
#include "fovea/media/image/gif/blocks.hpp"
#include "fovea/media/image/gif/gif.hpp"

#include <optional>
#include <vector>

namespace fovea::media {

namespace {

// The blocks to keep since the last image. A control waits for the image it is about: in front of
// text that is cut it has to go as well, or it would be taken for the next image's.
class Waiting {
public:
    void add(ByteView block) { blocks_.push_back(block); }

    void add_control(ByteView block) {
        drop_control();
        control_ = blocks_.size();
        blocks_.push_back(block);
    }

    void drop_control() {
        if (!control_) return;
        blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(*control_));
        control_.reset();
    }

    Result<void> put(ByteWriter& writer) {
        for (const auto block : blocks_) TRY(writer.put(block));
        blocks_.clear();
        control_.reset();
        return {};
    }

private:
    std::vector<ByteView> blocks_;
    std::optional<std::size_t> control_;
};

}  // namespace

Result<std::size_t> strip_gif(ByteView file, std::span<std::byte> out) {
    auto blocks = TRY(GifBlocks::open(file));
    ByteWriter writer(out);
    TRY(writer.put(blocks.head()));

    Waiting waiting;
    bool any_image = false;
    for (;;) {
        const auto block = TRY(blocks.next());
        switch (block.kind) {
            case GifBlock::Kind::Image:
                TRY(waiting.put(writer));
                TRY(writer.put(block.whole));
                any_image = true;
                break;
            case GifBlock::Kind::Control: waiting.add_control(block.whole); break;
            case GifBlock::Kind::Loop: waiting.add(block.whole); break;
            case GifBlock::Kind::Other: break;
            case GifBlock::Kind::PlainText: waiting.drop_control(); break;
            case GifBlock::Kind::Trailer: {
                if (!any_image) return Error{ErrorCode::DecodeFailed, "GIF has no frame"};
                static constexpr std::byte kTrailer[] = {std::byte{0x3b}};
                waiting.drop_control();
                TRY(waiting.put(writer));
                TRY(writer.put(kTrailer));
                return writer.size();
            }
        }
    }
}

}  // namespace fovea::media

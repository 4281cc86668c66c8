#include "fovea/media/video/take_frames.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

// Decoding so much a second time takes longer than looking for the key frame before each picture.
constexpr milliseconds kLongPass{60'000};

// HDR to what every screen shows: linear light, its peaks bent down, white where papers are white.
std::string to_usual(Transfer transfer) {
    if (transfer == Transfer::Usual) return {};
    return std::string(",zscale=pin=bt2020:min=bt2020nc:t=linear:npl=203:tin=") +
           (transfer == Transfer::Pq ? "smpte2084" : "arib-std-b67") +
           ",format=gbrpf32le,zscale=p=bt709,tonemap=mobius:desat=0"
           ",zscale=t=bt709:m=bt709:r=tv,format=yuv444p,scale=in_color_matrix=bt709";
}

class FrameTaker {
public:
    FrameTaker(
        sandbox::HelperPrograms& helpers,
        const OpenFile& file,
        PixelSize size,
        std::optional<milliseconds> time,
        const OnTaken& on_taken,
        const std::stop_token& stop
    )
        : helpers_(helpers),
          file_(file),
          size_(size),
          stop_(stop),
          left_(time),
          cutter_(Shape::of(size, PixelFormat::Rgb8), [this, &on_taken](Picture picture) {
              return on_taken(next_++, std::move(picture));
          }) {}

    // All in one pass, which decodes everything before them.
    Result<void> take_passing(const VideoView& view, std::span<const Glance> glances) {
        std::string wanted;
        for (const Glance& glance : glances) {
            wanted += (wanted.empty() ? "eq(n," : "+eq(n,") + std::to_string(glance.number) + ")";
        }
        auto command = video_pass(
            view,
            "select='" + wanted + "'," + scale_to(size_, "lanczos") + to_usual(view.info.transfer) +
                ",format=rgb24"
        );
        command.max_output = static_cast<std::size_t>(size_.pixels()) * 3 * glances.size() + 1;
        command.on_output = [&](ByteView piece) { return cutter_.take(piece); };
        // Nothing behind the last one has to be decoded.
        command.after_input.insert(
            command.after_input.begin(), {"-frames:v", std::to_string(glances.size())}
        );
        command.enough_after = left_;
        const auto done = run_video_program(helpers_, command, file_, stop_);
        if (cutter_.error()) return *cutter_.error();
        if (!done.ok()) return done.error();
        if (left_) *left_ -= std::chrono::duration_cast<milliseconds>(done.value().cpu);
        is_late_ = is_late_ || done.value().is_late;
        return {};
    }

    // One by one, from the key frame before each. One that cannot be taken alone is left out.
    Result<void> take_seeking(const VideoView& view, std::span<const Glance> glances) {
        for (std::size_t i = 0; i < glances.size(); ++i) {
            if (left_ && *left_ <= milliseconds::zero()) {
                is_late_ = true;
                return {};
            }
            auto one = view;
            one.from = std::max(glances[i].time - milliseconds(1), milliseconds::zero());
            one.seek = one.from;
            one.length = view.from + view.length - one.from;
            const Glance first{};
            next_ = i;
            const auto taken = take_passing(one, std::span(&first, 1));
            if (!taken.ok() && taken.error().code != ErrorCode::DecodeFailed) return taken;
        }
        return {};
    }

    bool is_late() const { return is_late_; }

private:
    sandbox::HelperPrograms& helpers_;
    const OpenFile& file_;
    PixelSize size_;
    const std::stop_token& stop_;
    std::optional<milliseconds> left_;  // of processor time
    bool is_late_ = false;
    std::size_t next_ = 0;
    PictureCutter cutter_;
};

}  // namespace

Result<Taken> take_frames(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoView& view,
    std::span<const Glance> glances,
    PixelSize size,
    const OnTaken& on_taken,
    const std::stop_token& stop
) {
    FrameTaker taker(helpers, file, size, view.budget.taking, on_taken, stop);
    TRY(view.length > kLongPass ? taker.take_seeking(view, glances)
                                : taker.take_passing(view, glances));
    return taker.is_late() ? Taken::UntilLate : Taken::All;
}

}  // namespace fovea::media

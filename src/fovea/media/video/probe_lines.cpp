#include "fovea/media/video/probe_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fovea::media {
namespace {

constexpr std::size_t kMaxStreams = 64;
constexpr std::size_t kMaxName = 32;
constexpr double kMaxSeconds = 1e8;            // three years
constexpr std::size_t kMaxStarts = 4'000'000;  // 32 MB; twelve hours at 60 a second have 2.6
constexpr double kMaxSide = 65'535;

// The value of "name=" among the fields of a line; empty when it is not there.
std::string_view field(std::string_view line, std::string_view name) {
    while (!line.empty()) {
        const auto end = std::min(line.find('|'), line.size());
        const auto part = line.substr(0, end);
        line.remove_prefix(std::min(end + 1, line.size()));
        if (part.size() > name.size() && part.starts_with(name) && part[name.size()] == '=') {
            return part.substr(name.size() + 1);
        }
    }
    return {};
}

// 0 for what is no number: ffprobe writes "N/A".
double number(std::string_view text) {
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() && std::isfinite(value) ? value : 0;
}

double seconds(std::string_view text) {
    return std::clamp(number(text), -kMaxSeconds, kMaxSeconds);
}

std::uint32_t side(std::string_view text) {
    return static_cast<std::uint32_t>(std::clamp(number(text), 0.0, kMaxSide));
}

// "30000/1001" and "4:3"; 0 when there is none.
double ratio(std::string_view text) {
    const auto mark = text.find_first_of("/:");
    if (mark == text.npos) return 0;
    const double below = number(text.substr(mark + 1));
    return below > 0 ? number(text.substr(0, mark)) / below : 0;
}

// Names come from ffmpeg's own table; anything else has no business here.
std::string name(std::string_view text) {
    std::string clean;
    for (const char c : text.substr(0, kMaxName)) {
        const bool fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        if (fine) clean += c;
    }
    return clean;
}

Transfer transfer(std::string_view name) {
    if (name == "smpte2084") return Transfer::Pq;
    return name == "arib-std-b67" ? Transfer::Hlg : Transfer::Usual;
}

PixelSize shown_size(PixelSize stored, double pixel_aspect, double turn) {
    double width = stored.width;
    double height = stored.height;
    // Anything else is a mistake of whoever wrote the file.
    if (pixel_aspect > 0.1 && pixel_aspect < 10) width *= pixel_aspect;
    if (std::lround(std::abs(turn)) % 180 == 90) std::swap(width, height);
    return {
        static_cast<std::uint32_t>(std::lround(width)),
        static_cast<std::uint32_t>(std::lround(height))};
}

std::chrono::milliseconds to_milliseconds(double seconds) {
    return std::chrono::milliseconds(std::llround(seconds * 1000));
}

}  // namespace

void ProbeLines::take(std::string_view line) {
    const auto end = std::min(line.find('|'), line.size());
    const auto kind = line.substr(0, end);
    const auto fields = line.substr(std::min(end + 1, line.size()));
    if (kind == "packet") {
        const auto index = static_cast<std::uint32_t>(side(field(fields, "stream_index")));
        const auto time = field(fields, "pts_time");
        if (index >= kMaxStreams || time.empty() || time == "N/A") return;
        auto& extent = extents_[index];
        const double start = seconds(time);
        const double stop = start + std::max(seconds(field(fields, "duration_time")), 0.0);
        extent.first = extent.packets == 0 ? start : std::min(extent.first, start);
        extent.end = extent.packets == 0 ? stop : std::max(extent.end, stop);
        ++extent.packets;
        if (held_++ < kMaxStarts) extent.starts.push_back(start);
    } else if (kind == "stream" && streams_.size() < kMaxStreams) {
        const double aspect = ratio(field(fields, "sample_aspect_ratio"));
        streams_.push_back({
            .index = side(field(fields, "index")),
            .kind = name(field(fields, "codec_type")),
            .codec = name(field(fields, "codec_name")),
            .size = {side(field(fields, "width")), side(field(fields, "height"))},
            .pixel_aspect = aspect > 0 ? aspect : 1,
            .fps = ratio(field(fields, "avg_frame_rate")),
            .claimed_seconds = seconds(field(fields, "duration")),
            .turn = number(field(fields, "rotation")),
            .is_cover = field(fields, "disposition:attached_pic") == "1",
            .is_default = field(fields, "disposition:default") == "1",
            .transfer = transfer(field(fields, "color_transfer")),
        });
    } else if (kind == "format") {
        claimed_seconds_ = seconds(field(fields, "duration"));
        const auto start = field(fields, "start_time");
        if (!start.empty() && start != "N/A") claimed_start_ = seconds(start);
    }
}

// The one that the file says is meant, as players do; else the first.
const ProbeLines::Stream* ProbeLines::picture() const {
    const Stream* found = nullptr;
    for (const Stream& stream : streams_) {
        if (stream.kind != "video" || stream.is_cover) continue;
        if (found == nullptr || (stream.is_default && !found->is_default)) found = &stream;
    }
    return found;
}

const ProbeLines::Stream* ProbeLines::sound() const {
    const auto found =
        std::ranges::find_if(streams_, [](const Stream& stream) { return stream.kind == "audio"; });
    return found == streams_.end() ? nullptr : &*found;
}

// Where ffmpeg and players begin to count: with whatever comes first, be it sound.
double ProbeLines::beginning(const Extent& extent) const {
    return claimed_start_ && *claimed_start_ <= extent.end ? *claimed_start_ : extent.first;
}

// What stands for all of the file is held against all of it: Matroska says no more.
bool ProbeLines::is_cut_short(const Stream& stream, const Extent& extent) const {
    const auto is_less = [](double there, double claimed) { return claimed > there * 1.05 + 1; };
    if (stream.claimed_seconds > 0) {
        return is_less(extent.end - beginning(extent), stream.claimed_seconds);
    }
    double end = 0;
    for (const auto& [index, each] : extents_) end = std::max(end, each.end);
    return is_less(end, claimed_seconds_);
}

std::vector<std::chrono::milliseconds> ProbeLines::starts() const {
    std::vector<std::chrono::milliseconds> all;
    const Stream* const stream = picture();
    const auto extent = stream == nullptr ? extents_.end() : extents_.find(stream->index);
    if (extent == extents_.end()) return all;
    const double begin = beginning(extent->second);
    all.reserve(extent->second.starts.size());
    for (const double start : extent->second.starts) {
        if (start >= begin) all.push_back(to_milliseconds(start - begin));
    }
    std::ranges::sort(all);
    return all;
}

Result<VideoInfo> ProbeLines::finish(const VideoLimits& limits) const {
    const Stream* const stream = picture();
    const Stream* const heard = sound();
    if (stream == nullptr) {
        if (heard == nullptr) return Error{ErrorCode::DecodeFailed, "the video is empty"};
        return Error{
            ErrorCode::UnsupportedFileType,
            "the file has only sound (" + heard->codec + "), no video"};
    }
    VideoInfo info;
    info.size = shown_size(stream->size, stream->pixel_aspect, stream->turn);
    if (stream->size.pixels() > limits.max_pixels || info.size.pixels() > limits.max_pixels) {
        return Error{
            ErrorCode::FileTooLarge,
            "the video's pictures are " + std::to_string(stream->size.width) + " x " +
                std::to_string(stream->size.height) + ", the limit is " +
                std::to_string(limits.max_pixels) + " pixels"};
    }
    const auto extent = extents_.find(stream->index);
    if (extent == extents_.end() || info.size.pixels() == 0 || stream->codec.empty()) {
        return Error{ErrorCode::DecodeFailed, "the video has no frames"};
    }
    const double length = extent->second.end - beginning(extent->second);
    info.duration = to_milliseconds(length);
    if (info.duration > limits.max_duration) {
        return Error{
            ErrorCode::FileTooLarge,
            "the video is longer than " + std::to_string(limits.max_duration.count() / 3600) +
                " hours"};
    }
    // An edit list may leave out what lies before the beginning.
    const auto& starts = extent->second.starts;
    info.frames = extent->second.packets -
                  static_cast<std::uint64_t>(std::ranges::count_if(starts, [&](double start) {
                      return start < beginning(extent->second);
                  }));
    info.fps = length > 0 ? static_cast<double>(info.frames) / length : stream->fps;
    info.codec = stream->codec;
    info.transfer = stream->transfer;
    info.has_sound = heard != nullptr;
    if (heard != nullptr) info.sound_codec = heard->codec;
    info.stream = stream->index;
    info.cut_short = is_cut_short(*stream, extent->second);
    return info;
}

}  // namespace fovea::media

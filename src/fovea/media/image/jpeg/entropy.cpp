#include "fovea/media/image/jpeg/entropy.hpp"

#include "fovea/base/buffer.hpp"
#include "fovea/base/byte_reader.hpp"
#include "fovea/media/image/jpeg/markers.hpp"
#include "fovea/media/image/jpeg/scan.hpp"
#include "fovea/media/image/jpeg/tables.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

using namespace jpeg_marker;

constexpr std::uint32_t kBlockEdge = 8;
constexpr std::uint32_t kMaxEdge = 65500;  // libjpeg's

Error failed(const std::string& why) {
    return {ErrorCode::DecodeFailed, "JPEG " + why};
}

std::uint32_t divided_up(std::uint32_t value, std::uint32_t by) {
    return (value + by - 1) / by;
}

// Segments that may stand between SOI and EOI besides those that say something of the picture.
bool is_passed_over(std::uint8_t marker) {
    constexpr std::uint8_t kDnl = 0xDC;
    constexpr std::uint8_t kApp15 = 0xEF;
    constexpr std::uint8_t kComment = 0xFE;
    return (marker >= kApp0 && marker <= kApp15) || (marker >= kRst0 && marker <= kRst7) ||
           marker == kComment || marker == kTem || marker == kDnl;
}

Result<JpegHuffmanCodes> codes_for_dc(const JpegHuffmanTable& table) {
    const auto symbols = std::span(table.symbols).first(table.code_count());
    if (std::any_of(symbols.begin(), symbols.end(), [](auto symbol) { return symbol > 15; })) {
        return failed("has an invalid Huffman table for DC");
    }
    return JpegHuffmanCodes::of(table);
}

// The walk over one file.
class EntropyCheck {
public:
    EntropyCheck(ByteView file, const JpegHeader& header, const Limits& limits, bool want_luma)
        : markers_(file), header_(header), limits_(limits) {
        if (!want_luma) return;
        luma_.width = divided_up(header.size.width, kBlockEdge);
        luma_.height = divided_up(header.size.height, kBlockEdge);
        luma_samples_ = Buffer(std::size_t{luma_.width} * luma_.height);
        luma_.samples = luma_samples_.data();
    }

    Result<std::size_t> run();
    const JpegLuma& luma() const { return luma_; }

private:
    // Which tables a component of a scan uses.
    struct Choice {
        unsigned component = 0;
        unsigned dc = 0;
        unsigned ac = 0;
    };

    Result<void> check_geometry() const;
    void read_quanta_numbers(const JpegSegment& frame);
    Result<void> check_between(const JpegSegment& segment) const;
    Result<void> read_scan_header(const JpegSegment& segment);
    Result<Choice> read_choice(ByteReader& in, unsigned place);
    Result<void> latch_quantum(unsigned component);
    Result<const JpegBlockLookup*> lookup_of(const Choice& choice);
    Result<void> check_scan(ByteView data);
    void set_mcus(JpegScan& scan) const;

    JpegMarkers markers_;
    const JpegHeader& header_;
    const Limits& limits_;
    JpegTables tables_;
    // By the numbers of the DC and the AC table, as long as those stand.
    std::array<std::array<std::unique_ptr<const JpegBlockLookup>, 4>, 4> lookups_;
    std::array<unsigned, 4> quanta_numbers_{};
    std::array<bool, 4> seen_{};     // the components that had a scan
    std::array<Choice, 4> choices_;  // of the scan in hand
    unsigned choice_count_ = 0;      // 0: not in a scan
    std::uint32_t scans_ = 0;
    bool one_scan_ = false;  // the first one had all components
    JpegLuma luma_;
    Buffer luma_samples_;
};

// What libjpeg would refuse to decode.
Result<void> EntropyCheck::check_geometry() const {
    if (header_.size.longest_edge() > kMaxEdge) {
        return failed("is more than " + std::to_string(kMaxEdge) + " pixels wide or high");
    }
    for (unsigned i = 0; i < header_.component_count; ++i) {
        const auto& component = header_.components[i];
        if (header_.max_h() % component.h != 0 || header_.max_v() % component.v != 0) {
            return failed("has sampling factors that do not divide each other");
        }
    }
    return {};
}

void EntropyCheck::read_quanta_numbers(const JpegSegment& frame) {
    constexpr std::size_t kFixed = 6;
    for (std::size_t i = 0; i < header_.component_count; ++i) {
        const auto at = kFixed + 3 * i + 2;
        if (at < frame.payload.size()) {
            quanta_numbers_[i] = std::to_integer<unsigned>(frame.payload[at]);
        }
    }
}

// Before the first scan any bytes may stand between segments, afterwards only a few.
Result<void> EntropyCheck::check_between(const JpegSegment& segment) const {
    const bool restart = segment.marker >= kRst0 && segment.marker <= kRst7;
    const auto allowed = restart ? 0 : kMaxStrayJpegBytes;
    if (scans_ > 0 && segment.before.size() > allowed) {
        return failed("has " + std::to_string(segment.before.size()) + " bytes between segments");
    }
    return {};
}

// The component, and the tables, that a scan's header names at `place`.
Result<EntropyCheck::Choice> EntropyCheck::read_choice(ByteReader& in, unsigned place) {
    const auto id = in.u8();
    const unsigned numbers = in.u8();
    for (unsigned i = 0; i < header_.component_count; ++i) {
        // Some files give all components the same id, so not the first of that id is meant but the
        // first from this place on.
        if (header_.components[i].id != id || i < place) continue;
        const auto is_this = [&](const Choice& other) { return other.component == i; };
        if (std::any_of(choices_.begin(), choices_.begin() + place, is_this)) break;
        return Choice{i, numbers >> 4, numbers & 15};
    }
    return failed(
        "has a scan of component " + std::to_string(id) +
        ", which does not exist or is not in place"
    );
}

// A component is decoded with the quantisation table that stood when its first scan began.
Result<void> EntropyCheck::latch_quantum(unsigned component) {
    if (seen_[component]) return {};
    const auto number = quanta_numbers_[component];
    if (number >= tables_.dc_quanta.size() || !tables_.dc_quanta[number]) {
        return failed("lacks quantisation table " + std::to_string(number));
    }
    seen_[component] = true;
    if (component == 0) luma_.quantum = *tables_.dc_quanta[number];
    return {};
}

Result<void> EntropyCheck::read_scan_header(const JpegSegment& segment) {
    if (++scans_ > limits_.max_scans) {
        return failed("has more than " + std::to_string(limits_.max_scans) + " scans");
    }
    ByteReader in(segment.payload);
    const unsigned count = in.u8();
    if (count < 1 || count > choices_.size() || segment.payload.size() != count * 2 + 4) {
        return failed("has a scan header of a wrong length");
    }
    if (one_scan_) return failed("has a scan after the last one");
    one_scan_ = scans_ == 1 && count == header_.component_count;

    unsigned blocks = 0;
    for (unsigned place = 0; place < count; ++place) {
        choices_[place] = TRY(read_choice(in, place));
        const auto component = choices_[place].component;
        TRY(latch_quantum(component));
        blocks += header_.components[component].h * header_.components[component].v;
    }
    choice_count_ = count;
    if (count > 1 && blocks > kMaxBlocksInJpegMcu) {
        return failed("has " + std::to_string(blocks) + " blocks in an MCU");
    }
    const unsigned first = in.u8();
    const unsigned last = in.u8();
    const unsigned approximation = in.u8();
    if (first != 0 || last != 63 || approximation != 0) {
        return failed("is sequential, but has a scan of a progressive one");
    }
    return {};
}

void EntropyCheck::set_mcus(JpegScan& scan) const {
    auto across = kBlockEdge * header_.max_h();
    auto down = kBlockEdge * header_.max_v();
    scan.mcus_per_row = divided_up(header_.size.width, across);
    scan.mcu_rows = divided_up(header_.size.height, down);
    if (scan.component_count > 1) return;
    // Alone in its scan, a component has MCUs of one block, and none behind the picture's edge.
    const auto& component = header_.components[choices_[0].component];
    scan.mcus_per_row = divided_up(header_.size.width * component.h, across);
    scan.mcu_rows = divided_up(header_.size.height * component.v, down);
    scan.components[0].h = 1;
    scan.components[0].v = 1;
}

Result<const JpegBlockLookup*> EntropyCheck::lookup_of(const Choice& choice) {
    const auto& dc = tables_.dc;
    const auto& ac = tables_.ac;
    const bool known =
        choice.dc < dc.size() && choice.ac < ac.size() && dc[choice.dc] && ac[choice.ac];
    if (!known) return failed("lacks a Huffman table that a scan uses");
    auto& lookup = lookups_[choice.dc][choice.ac];
    if (!lookup) {
        const auto dc_codes = TRY(codes_for_dc(*dc[choice.dc]));
        const auto ac_codes = TRY(JpegHuffmanCodes::of(*ac[choice.ac]));
        lookup = std::make_unique<const JpegBlockLookup>(dc_codes, ac_codes);
    }
    return lookup.get();
}

Result<void> EntropyCheck::check_scan(ByteView data) {
    JpegScan scan;
    scan.component_count = std::exchange(choice_count_, 0);
    scan.restart_interval = tables_.restart_interval;
    for (unsigned i = 0; i < scan.component_count; ++i) {
        const auto number = choices_[i].component;
        const bool luma = number == 0 && luma_.samples != nullptr;
        scan.components[i] = {
            .h = header_.components[number].h,
            .v = header_.components[number].v,
            .lookup = TRY(lookup_of(choices_[i])),
            .luma = luma ? &luma_ : nullptr,
        };
    }
    set_mcus(scan);
    return check_jpeg_scan(data, scan);
}

// Returns where the picture ends.
Result<std::size_t> EntropyCheck::run() {
    TRY(check_geometry());
    for (;;) {
        const auto segment = TRY(markers_.next());
        if (choice_count_ > 0) {
            TRY(check_scan(segment.before));
        } else {
            TRY(check_between(segment));
        }
        switch (segment.marker) {
            case kSoi: break;
            case kSof0:
            case kSof1:
                if (scans_ > 0) return failed("has two frame headers");
                read_quanta_numbers(segment);
                break;
            case kDht: lookups_ = {}; [[fallthrough]];
            case kDqt:
            case kDri: TRY(tables_.read(segment)); break;
            case kSos: TRY(read_scan_header(segment)); break;
            case kEoi:
                for (unsigned i = 0; i < header_.component_count; ++i) {
                    if (!seen_[i]) {
                        return failed("has no data for colour component " + std::to_string(i + 1));
                    }
                }
                return segment.end;
            default:
                if (!is_passed_over(segment.marker)) {
                    return failed("has a marker of number " + std::to_string(segment.marker));
                }
        }
    }
}

Result<void> deliver(const JpegLuma& luma, PixelSize full, RowSink& sink) {
    auto shape = Shape::of({luma.width, luma.height}, PixelFormat::Gray8);
    shape.extent_width = full.width / double{kBlockEdge};
    shape.extent_height = full.height / double{kBlockEdge};
    TRY(sink.begin(shape));
    TRY(sink.rows({
        .plane = 0,
        .first = 0,
        .count = luma.height,
        .data = luma.samples,
        .stride = luma.width,
        .stable = true,
    }));
    return sink.end();
}

}  // namespace

bool has_luma_thumbnail(const JpegHeader& header) {
    const bool luma = header.colour == ColourModel::Gray || header.colour == ColourModel::Ycc;
    const auto& first = header.components[0];
    return luma && first.h == header.max_h() && first.v == header.max_v();
}

Result<DecodeReport> check_jpeg_entropy(
    ByteView file, const JpegHeader& header, const Limits& limits, RowSink* thumbnail
) {
    if (header.progressive || (thumbnail != nullptr && !has_luma_thumbnail(header))) {
        return Error{ErrorCode::InvalidInput, "this JPEG needs libjpeg"};
    }
    EntropyCheck check(file, header, limits, thumbnail != nullptr);
    const auto end = TRY(check.run());
    if (thumbnail != nullptr) TRY(deliver(check.luma(), header.size, *thumbnail));
    return DecodeReport{.end = end};
}

}  // namespace fovea::media

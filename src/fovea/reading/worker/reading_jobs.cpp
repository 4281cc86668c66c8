#include "fovea/reading/worker/reading_jobs.hpp"

#include "fovea/media/worker/message.hpp"
#include "fovea/media/worker/message_parts.hpp"
#include "fovea/reading/look_message.hpp"
#include "fovea/reading/plain_text.hpp"
#include "fovea/reading/recognise/barcodes.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace fovea::reading {
namespace {

enum class Tag : std::uint8_t {
    Look = 1,
    Barcodes = 2,
    FindLines = 3,
    ReadLines = 4,
    FindElements = 5,
};

constexpr std::size_t kMaxFormatBytes = 64;

// The least that each takes up in a message. More than fit into it are not there, whatever number
// it says, and no memory is spent on them.
constexpr std::size_t kLineBytes = 27 + 40;
constexpr std::size_t kLeastWordBytes = 33;
constexpr std::size_t kLeastBarcodeBytes = 24;
constexpr std::size_t kElementBytes = 26;

bool is_plain(std::string_view text) {
    return plain_text(text) == text;
}

// False for NaN.
bool is_share(double number) {
    return number >= 0 && number <= 1;
}

void write(media::MessageWriter& out, const ReadingSource& source) {
    out.u64(source.key);
    write(out, source.limits);
    out.flag(source.crop.has_value());
    write(out, source.crop.value_or(media::PixelRect{}));
}

ReadingSource read_source(media::MessageReader& in) {
    ReadingSource source;
    source.key = in.u64();
    source.limits = read_limits(in);
    const bool has_crop = in.flag();
    const auto crop = read_rect(in);
    if (has_crop) source.crop = crop;
    return source;
}

void write(media::MessageWriter& out, std::chrono::milliseconds time) {
    constexpr auto kMost = std::int64_t{std::numeric_limits<std::uint32_t>::max()};
    const auto count = std::clamp<std::int64_t>(time.count(), 0, kMost);
    out.u32(static_cast<std::uint32_t>(count));
}

std::chrono::milliseconds read_time(media::MessageReader& in) {
    return std::chrono::milliseconds(in.u32());
}

void write(media::MessageWriter& out, TextTurn turn) {
    out.u8(static_cast<std::uint8_t>(turn));
}

TextTurn read_turn(media::MessageReader& in) {
    return in.choice<TextTurn>(0, static_cast<std::uint8_t>(TextTurn::ThreeQuarters));
}

void write(media::MessageWriter& out, const media::TextLine& line) {
    write(out, line.box);
    write(out, line.ground);
    write(out, line.ink);
    out.u8(static_cast<std::uint8_t>(line.polarity));
    out.u32(line.letter_height);
}

media::TextLine read_line(media::MessageReader& in) {
    media::TextLine line;
    line.box = read_rect(in);
    line.ground = read_colour(in);
    line.ink = read_colour(in);
    line.polarity =
        in.choice<media::Polarity>(0, static_cast<std::uint8_t>(media::Polarity::LightOnDark));
    line.letter_height = in.u32();
    return line;
}

void write(media::MessageWriter& out, const LineAxis& axis) {
    for (const auto value : {axis.x, axis.y, axis.length, axis.height, axis.angle}) out.f64(value);
}

LineAxis read_axis(media::MessageReader& in) {
    LineAxis axis;
    for (auto* value : {&axis.x, &axis.y, &axis.length, &axis.height, &axis.angle})
        *value = in.f64();
    return axis;
}

// False for NaN; a line lies on its picture, but its ends and edges may be guessed to lie outside.
bool is_sane(const LineAxis& axis, const media::PixelRect& area) {
    const auto most = 2.0 * area.size().longest_edge() + 1000;
    const auto is_within = [&](double value) { return value >= -most && value <= most; };
    return is_within(axis.x) && is_within(axis.y) && is_within(axis.length) && axis.length >= 0 &&
           is_within(axis.height) && axis.height >= 0 && axis.angle >= 0 && axis.angle <= 7;
}

bool is_sane(const media::TextLine& line, const media::PixelRect& area) {
    return is_inside(line.box, area) &&
           line.letter_height <= std::uint64_t{1} + area.size().longest_edge();
}

void write(media::MessageWriter& out, const std::vector<Word>& words) {
    out.u32(static_cast<std::uint32_t>(words.size()));
    for (const auto& word : words) {
        out.text(word.text);
        write(out, word.box);
        out.f64(word.confidence);
        out.u32(static_cast<std::uint32_t>(word.line));
        out.flag(word.cut);
    }
}

// False when the number of words is a lie.
bool read_words(
    media::MessageReader& in, std::size_t message_bytes, std::size_t lines, std::vector<Word>& words
) {
    const std::size_t count = in.u32();
    if (count > lines * kMaxLineWords || count > message_bytes / kLeastWordBytes) return false;
    words.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        Word word;
        word.text = in.text();
        word.box = read_rect(in);
        word.confidence = in.f64();
        word.line = in.u32();
        word.cut = in.flag();
        words.push_back(std::move(word));
    }
    return true;
}

bool is_sane(const Word& word, const media::PixelRect& area) {
    return !word.text.empty() && word.text.size() <= kMaxWordBytes && is_plain(word.text) &&
           is_inside(word.box, area) && is_share(word.confidence);
}

bool are_sane(const std::vector<Word>& words, const media::PixelRect& area) {
    return std::ranges::all_of(words, [&](const Word& word) { return is_sane(word, area); }) &&
           std::ranges::is_sorted(words, {}, &Word::line);
}

// A reply that says what went wrong, or begins one that goes on.
template <class T>
bool begins(media::MessageWriter& out, const Result<T>& reply) {
    if (reply.ok()) {
        write_done(out);
    } else {
        write_error(out, {reply.error().code, plain_text(reply.error().message)});
    }
    return reply.ok();
}

struct JobWriter {
    media::MessageWriter& out;

    void begin(Tag tag, const ReadingSource& source) const {
        out.u8(static_cast<std::uint8_t>(tag));
        write(out, source);
    }

    void operator()(const LookJob& job) const { begin(Tag::Look, job.source); }

    void operator()(const BarcodesJob& job) const { begin(Tag::Barcodes, job.source); }

    void operator()(const FindLinesJob& job) const {
        begin(Tag::FindLines, job.source);
        write(out, job.time);
        out.u8(static_cast<std::uint8_t>(job.sampling));
    }

    void operator()(const ReadLinesJob& job) const {
        begin(Tag::ReadLines, job.source);
        write(out, job.time);
        write(out, job.turn);
        out.u32(static_cast<std::uint32_t>(job.lines.size()));
        for (std::size_t i = 0; i < job.lines.size(); ++i) {
            write(out, job.lines[i]);
            write(out, i < job.axes.size() ? job.axes[i] : LineAxis{});
        }
    }

    void operator()(const FindElementsJob& job) const {
        begin(Tag::FindElements, job.source);
        write(out, job.time);
        write(out, job.turn);
        out.u32(job.line_height);
    }
};

}  // namespace

bool is_inside(const media::PixelRect& box, const media::PixelRect& area) {
    return box.width > 0 && box.height > 0 && box.x >= area.x && box.y >= area.y &&
           std::uint64_t{box.x} + box.width <= std::uint64_t{area.x} + area.width &&
           std::uint64_t{box.y} + box.height <= std::uint64_t{area.y} + area.height;
}

Bytes encode(const ReadingJob& job) {
    media::MessageWriter out;
    std::visit(JobWriter{out}, job);
    return out.take();
}

Result<ReadingJob> decode_reading_job(ByteView message) {
    const Error error{ErrorCode::Internal, "a reading job's message is garbled"};
    media::MessageReader in(message);
    const auto tag = in.choice<Tag>(1, 5);
    const auto source = read_source(in);
    ReadingJob job = LookJob{source};
    if (tag == Tag::Barcodes) {
        job = BarcodesJob{source};
    } else if (tag == Tag::FindLines) {
        const auto time = read_time(in);
        const auto none = static_cast<std::uint8_t>(Sampling::None);
        job = FindLinesJob{source, time, in.choice<Sampling>(0, none)};
    } else if (tag == Tag::ReadLines) {
        ReadLinesJob read{.source = source, .time = read_time(in), .turn = read_turn(in)};
        const auto lines = in.u32();
        if (lines > kMaxBatchLines) return error;
        for (std::uint32_t i = 0; i < lines; ++i) {
            read.lines.push_back(read_line(in));
            read.axes.push_back(read_axis(in));
        }
        job = std::move(read);
    } else if (tag == Tag::FindElements) {
        FindElementsJob find{.source = source, .time = read_time(in), .turn = read_turn(in)};
        find.line_height = in.u32();
        job = find;
    }
    if (!in.complete()) return error;
    return job;
}

Bytes encode_reply(const Result<Looked>& reply) {
    media::MessageWriter out;
    if (!begins(out, reply)) return out.take();
    write(out, reply.value().facts);
    write(out, reply.value().area);
    write(out, reply.value().look);
    return out.take();
}

Bytes encode_reply(const Result<FoundBarcodes>& reply) {
    media::MessageWriter out;
    if (!begins(out, reply)) return out.take();
    out.u32(static_cast<std::uint32_t>(reply.value().barcodes.size()));
    for (const auto& barcode : reply.value().barcodes) {
        out.text(barcode.format);
        out.text(barcode.text);
        write(out, barcode.box);
    }
    return out.take();
}

Bytes encode_reply(const Result<FoundLines>& reply) {
    media::MessageWriter out;
    if (!begins(out, reply)) return out.take();
    const FoundLines& found = reply.value();
    write(out, found.area);
    write(out, found.turn);
    out.u32(static_cast<std::uint32_t>(found.lines.size()));
    for (std::size_t i = 0; i < found.lines.size(); ++i) {
        write(out, found.lines[i]);
        write(out, i < found.axes.size() ? found.axes[i] : LineAxis{});
    }
    out.flag(found.all);
    out.u32(static_cast<std::uint32_t>(found.read.size()));
    for (const auto index : found.read) out.u32(index);
    write(out, found.words);
    return out.take();
}

Bytes encode_reply(const Result<ReadLines>& reply) {
    media::MessageWriter out;
    if (!begins(out, reply)) return out.take();
    out.u32(reply.value().lines);
    write(out, reply.value().words);
    return out.take();
}

Bytes encode_reply(const Result<FoundElements>& reply) {
    media::MessageWriter out;
    if (!begins(out, reply)) return out.take();
    out.u32(static_cast<std::uint32_t>(reply.value().elements.size()));
    for (const auto& element : reply.value().elements) {
        out.u8(static_cast<std::uint8_t>(element.kind));
        write(out, element.box);
        out.u8(element.states);
        out.f64(element.score);
    }
    out.flag(reply.value().all);
    return out.take();
}

Result<Looked> decode_looked(ByteView reply, const ReadingSource& source) {
    media::MessageReader in(reply);
    TRY(read_outcome(in));
    Looked looked;
    looked.facts = read_facts(in);
    looked.area = read_rect(in);
    auto look = read_look(in);
    if (!look) return media::garbled();
    looked.look = std::move(*look);
    const auto size = looked.facts.size;
    const media::PixelRect whole{0, 0, size.width, size.height};
    if (!in.complete() || size.pixels() == 0 || size.pixels() > source.limits.max_pixels ||
        looked.area != source.crop.value_or(whole) || !is_inside(looked.area, whole) ||
        !std::ranges::all_of(looked.look.panels, [&](const media::PixelRect& panel) {
            return is_inside(panel, looked.area);
        })) {
        return media::garbled();
    }
    return looked;
}

Result<FoundBarcodes> decode_barcodes(ByteView reply, const media::PixelRect& area) {
    media::MessageReader in(reply);
    TRY(read_outcome(in));
    const std::size_t count = in.u32();
    if (count > kMaxBarcodes || count > reply.size() / kLeastBarcodeBytes) return media::garbled();
    FoundBarcodes found;
    for (std::size_t i = 0; i < count; ++i) {
        Barcode barcode;
        barcode.format = in.text();
        barcode.text = in.text();
        barcode.box = read_rect(in);
        found.barcodes.push_back(std::move(barcode));
    }
    const auto is_sane = [&](const Barcode& barcode) {
        return barcode.format.size() <= kMaxFormatBytes && is_plain(barcode.format) &&
               barcode.text.size() <= kMaxBarcodeBytes && is_plain(barcode.text) &&
               is_inside(barcode.box, area);
    };
    if (!in.complete() || !std::ranges::all_of(found.barcodes, is_sane)) return media::garbled();
    return found;
}

Result<FoundLines> decode_found_lines(ByteView reply, const ReadingSource& source) {
    media::MessageReader in(reply);
    TRY(read_outcome(in));
    FoundLines found;
    found.area = read_rect(in);
    found.turn = read_turn(in);
    const std::size_t lines = in.u32();
    if (lines > kMaxLines || lines > reply.size() / kLineBytes) return media::garbled();
    for (std::size_t i = 0; i < lines; ++i) {
        found.lines.push_back(read_line(in));
        found.axes.push_back(read_axis(in));
    }
    found.all = in.flag();
    const std::size_t read = in.u32();
    if (read > lines) return media::garbled();
    for (std::size_t i = 0; i < read; ++i) found.read.push_back(in.u32());
    if (!read_words(in, reply.size(), read, found.words) || !in.complete()) return media::garbled();

    const auto& area = found.area;
    if (area.size().pixels() == 0 || area.size().pixels() > source.limits.max_pixels ||
        area != source.crop.value_or(media::PixelRect{0, 0, area.width, area.height})) {
        return media::garbled();
    }
    const auto line_is_sane = [&](const media::TextLine& line) { return is_sane(line, area); };
    const auto not_ascending = [](std::uint32_t a, std::uint32_t b) { return a >= b; };
    const auto was_read = [&](const Word& word) {
        return std::ranges::binary_search(found.read, word.line);
    };
    const auto axis_is_sane = [&](const LineAxis& axis) { return is_sane(axis, area); };
    if (!std::ranges::all_of(found.lines, line_is_sane) ||
        !std::ranges::all_of(found.axes, axis_is_sane) || !are_sane(found.words, area) ||
        std::ranges::adjacent_find(found.read, not_ascending) != found.read.end() ||
        (!found.read.empty() && found.read.back() >= lines) ||
        !std::ranges::all_of(found.words, was_read)) {
        return media::garbled();
    }
    return found;
}

Result<ReadLines> decode_read_lines(
    ByteView reply, std::size_t lines_asked, const media::PixelRect& area
) {
    media::MessageReader in(reply);
    TRY(read_outcome(in));
    ReadLines read;
    read.lines = in.u32();
    if (read.lines > lines_asked) return media::garbled();
    if (!read_words(in, reply.size(), read.lines, read.words) || !in.complete())
        return media::garbled();
    if (!are_sane(read.words, area)) return media::garbled();
    if (!read.words.empty() && read.words.back().line >= read.lines) return media::garbled();
    return read;
}

Result<FoundElements> decode_found_elements(ByteView reply, const media::PixelRect& area) {
    media::MessageReader in(reply);
    TRY(read_outcome(in));
    const std::size_t count = in.u32();
    if (count > kMaxElements || count > reply.size() / kElementBytes) return media::garbled();
    FoundElements found;
    for (std::size_t i = 0; i < count; ++i) {
        Element element;
        element.kind = in.choice<ElementKind>(0, kElementKinds.size() - 1);
        element.box = read_rect(in);
        element.states = in.u8();
        element.score = in.f64();
        found.elements.push_back(element);
    }
    found.all = in.flag();
    const auto is_sane = [&](const Element& element) {
        return is_inside(element.box, area) && is_share(element.score) &&
               element.states >> kElementStates.size() == 0;
    };
    if (!in.complete() || !std::ranges::all_of(found.elements, is_sane)) return media::garbled();
    return found;
}

}  // namespace fovea::reading

#include "fovea/reading/recognise/handle_reading_job.hpp"

#include "fovea/reading/plain_text.hpp"
#include "fovea/reading/recognise/axis_reader.hpp"
#include "fovea/reading/recognise/barcodes.hpp"
#include "fovea/reading/recognise/cut_letters.hpp"
#include "fovea/reading/recognise/find_panels.hpp"
#include "fovea/reading/recognise/find_turn.hpp"
#include "fovea/reading/recognise/measure_look.hpp"
#include "fovea/reading/recognise/straight_quotes.hpp"
#include "fovea/reading/recognise/text_turn.hpp"
#include "fovea/sandbox/packet_socket.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>
#include <variant>

namespace fovea::reading {
namespace {

using Clock = std::chrono::steady_clock;

// Where they stand in the upright picture, and so that the program's end takes them.
void settle(std::vector<Word>& words, TextTurn turn, const media::PixelRect& area) {
    for (auto& word : words) {
        word.text = with_straight_quotes(plain_text(word.text));
        word.box = from_readable(word.box, turn, area);
        word.confidence = std::isnan(word.confidence) ? 0 : std::clamp(word.confidence, 0.0, 1.0);
    }
    std::erase_if(words, [](const Word& word) {
        return word.text.empty() || word.text.size() > kMaxWordBytes;
    });
}

}  // namespace

ReadingHandler::ReadingHandler(std::unique_ptr<Recogniser> recogniser)
    : recogniser_(std::move(recogniser)) {}

Result<Looked> ReadingHandler::look(const LookJob& job, ByteView input) {
    const auto* picture = TRY(kept_.as_stored(job.source, input));
    Looked looked{kept_.facts(), kept_.area(), measure_look(*picture)};
    if (picture->size() == looked.area.size()) looked.look.panels = find_panels(*picture);
    for (auto& panel : looked.look.panels) {
        panel.x += looked.area.x;
        panel.y += looked.area.y;
    }
    return looked;
}

Result<FoundBarcodes> ReadingHandler::barcodes(const BarcodesJob& job, ByteView input) {
    const auto* picture = TRY(kept_.readable(job.source, input, TextTurn::None));
    FoundBarcodes found{find_barcodes(*picture)};
    const auto& area = kept_.area();
    for (auto& barcode : found.barcodes) {
        barcode.box.x += area.x;
        barcode.box.y += area.y;
    }
    std::erase_if(found.barcodes, [&](const Barcode& barcode) {
        return !is_inside(barcode.box, area) || barcode.text.size() > kMaxBarcodeBytes;
    });
    if (found.barcodes.size() > kMaxBarcodes) found.barcodes.resize(kMaxBarcodes);
    return found;
}

Result<FoundLines> ReadingHandler::find_lines(const FindLinesJob& job, ByteView input) {
    const auto end = Clock::now() + job.time;
    const auto turn_to = [&](TextTurn turn) { return kept_.readable(job.source, input, turn); };
    const auto is_over = [&] { return Clock::now() >= end; };
    auto found =
        TRY(job.sampling == Sampling::None ? find_upright_lines(turn_to)
                                           : find_turned_lines(turn_to, *recogniser_, is_over));

    const auto* picture = TRY(turn_to(found.turn));
    FoundLines reply{.area = kept_.area(), .turn = found.turn};
    // Found again without a sample: then something on the picture kills readers, and only what is simple is done.
    if (recogniser_->reads_crops() && job.sampling == Sampling::Some) {
        auto page = TRY(page_lines_.find(*picture, found.lines, *recogniser_, is_over));
        found.lines = std::move(page.lines);
        found.sample = std::move(page.read);
        found.words = std::move(page.words);
        reply.axes = std::move(page.axes);
    }
    for (auto& word : found.words) {
        mark_cut_letters(*picture, found.lines[word.line], std::span(&word, 1));
    }
    reply.lines = std::move(found.lines);
    for (auto& line : reply.lines) line.box = from_readable(line.box, found.turn, reply.area);
    if (reply.lines.size() > kMaxLines) {
        reply.lines.resize(kMaxLines);
        reply.axes.resize(std::min(reply.axes.size(), kMaxLines));
        reply.all = false;
        std::erase_if(found.sample, [](std::size_t i) { return i >= kMaxLines; });
        std::erase_if(found.words, [](const Word& word) { return word.line >= kMaxLines; });
    }
    for (const auto i : found.sample) reply.read.push_back(static_cast<std::uint32_t>(i));
    settle(found.words, found.turn, reply.area);
    reply.words = std::move(found.words);
    return reply;
}

Result<ReadLines> ReadingHandler::read_lines(const ReadLinesJob& job, ByteView input) {
    const auto end = Clock::now() + job.time;
    const auto* picture = TRY(kept_.readable(job.source, input, job.turn));
    const auto& area = kept_.area();
    ReadLines reply;
    for (std::size_t i = 0; i < job.lines.size(); ++i) {
        auto line = job.lines[i];
        const auto& axis = job.axes[i];
        if (Clock::now() >= end) break;
        if (!is_inside(line.box, area)) {
            return Error{ErrorCode::Internal, "a line to be read lies outside of its picture"};
        }
        line.box = into_readable(line.box, job.turn, area);
        std::vector<Word> words;
        if (axis.height > 0 && recogniser_->reads_crops()) {
            words = TRY(AxisReader(*recogniser_, *picture).read(axis));
            if (axis.angle == 0) keep_within(words, line.box);
        } else {
            words = TRY(recognise(*picture, std::span(&line, 1), *recogniser_));
        }
        mark_cut_letters(*picture, line, words);
        for (auto& word : words) word.line = reply.lines;
        settle(words, job.turn, area);
        std::ranges::move(words, std::back_inserter(reply.words));
        ++reply.lines;
    }
    return reply;
}

Result<FoundElements> ReadingHandler::find_elements(const FindElementsJob& job, ByteView input) {
    const auto end = Clock::now() + job.time;
    const auto* picture = TRY(kept_.readable(job.source, input, job.turn));
    recogniser_->release();  // the lines are read by now, and this network wants more than that
    if (!element_finder_) element_finder_.emplace(TRY(ElementFinder::open()));
    auto elements =
        TRY(element_finder_->find(*picture, job.line_height, [&] { return Clock::now() >= end; }));
    FoundElements found{.elements = std::move(elements.list), .all = elements.all};
    const auto& area = kept_.area();
    for (auto& element : found.elements) {
        element.box = from_readable(element.box, job.turn, area);
    }
    if (found.elements.size() > kMaxElements) found.elements.resize(kMaxElements);
    return found;
}

Bytes ReadingHandler::reply_to(ByteView request, ByteView input) {
    const auto job = decode_reading_job(request);
    if (!job.ok()) return encode_reply(Result<Looked>(job.error()));
    if (const auto* look_job = std::get_if<LookJob>(&job.value())) {
        return encode_reply(look(*look_job, input));
    }
    if (const auto* barcodes_job = std::get_if<BarcodesJob>(&job.value())) {
        return encode_reply(barcodes(*barcodes_job, input));
    }
    if (const auto* find = std::get_if<FindLinesJob>(&job.value())) {
        return encode_reply(find_lines(*find, input));
    }
    if (const auto* elements = std::get_if<FindElementsJob>(&job.value())) {
        return encode_reply(find_elements(*elements, input));
    }
    return encode_reply(read_lines(std::get<ReadLinesJob>(job.value()), input));
}

sandbox::Answer ReadingHandler::handle(
    ByteView request, ByteView input, std::span<std::byte> output
) {
    auto reply = reply_to(request, input);
    if (reply.size() <= sandbox::kMaxBody) return {std::move(reply), 0};
    if (reply.size() <= output.size()) {
        std::ranges::copy(reply, output.begin());
        return {{}, reply.size()};
    }
    const Error error{ErrorCode::LimitExceeded, "a reply is too long"};
    return {encode_reply(Result<Looked>(error)), 0};
}

}  // namespace fovea::reading

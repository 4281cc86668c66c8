// fovea-reader: the process in which text is read from foreign pictures. Started by the program
// itself, never by a person:
//
//     fovea-reader --languages eng+deu --tessdata /usr/share/tesseract-ocr/5/tessdata
//
// It loads the language data, does one job of each kind on a picture of its own, so that whatever
// libraries open or allocate at first use is there, and locks itself up before it reads the first
// foreign byte.
#include "fovea/media/image/png/encode.hpp"
#include "fovea/reading/languages.hpp"
#include "fovea/reading/recognise/handle_reading_job.hpp"
#include "fovea/reading/recognise/screen_reader.hpp"
#include "fovea/reading/recognise/tesseract_recogniser.hpp"
#include "fovea/sandbox/serve.hpp"

#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace fovea;

enum Exit { BadArguments = 80, NoLanguageData, CannotWarmUp };

struct Arguments {
    std::string languages;
    std::string tessdata;
};

std::optional<Arguments> parse(int count, char** values) {
    Arguments arguments;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view name = values[i];
        if (name == "--languages") {
            arguments.languages = values[i + 1];
        } else if (name == "--tessdata") {
            arguments.tessdata = values[i + 1];
        } else {
            return std::nullopt;
        }
    }
    if (arguments.languages.empty() || arguments.tessdata.empty()) return std::nullopt;
    return arguments;
}

// Our own network where it knows the letters, Tesseract for the others.
Result<std::unique_ptr<reading::Recogniser>> open_recogniser(const Arguments& arguments) {
    using Opened = std::unique_ptr<reading::Recogniser>;
    if (reading::needs_no_data(reading::split_languages(arguments.languages))) {
        return Opened(std::make_unique<reading::ScreenReader>(TRY(reading::ScreenReader::open())));
    }
    return Opened(std::make_unique<reading::TesseractRecogniser>(
        TRY(reading::TesseractRecogniser::open(arguments.languages, arguments.tessdata))
    ));
}

// Bars on white, about as wide and far apart as letters.
media::Picture bars() {
    media::Picture picture(media::Shape::of({160, 40}, media::PixelFormat::Gray8));
    for (std::uint32_t y = 0; y < 40; ++y) {
        for (std::uint32_t x = 0; x < 160; ++x) {
            const bool ink = y >= 12 && y < 28 && x >= 20 && x < 140 && x % 8 < 3;
            picture.row(y)[x] = ink ? 0 : 255;
        }
    }
    return picture;
}

Result<void> warm_up(reading::ReadingHandler& handler) {
    const auto picture = bars();
    Bytes file(media::png_encode_bound(picture.shape()));
    file.resize(TRY(media::encode_png(picture, {}, file)));

    const reading::ReadingSource source{};
    const media::TextLine line{
        .box = {20, 12, 120, 16}, .ground = {255, 255, 255}, .letter_height = 16};
    const std::chrono::seconds time(10);
    // Elements are left to who asks for them: they need no files, and most readers never look for any.
    const std::array<reading::ReadingJob, 4> jobs = {
        reading::LookJob{source},
        reading::BarcodesJob{source},
        reading::FindLinesJob{source, time},
        reading::ReadLinesJob{source, time, reading::TextTurn::None, {line}},
    };
    std::array<std::byte, 65536> output;
    for (const auto& job : jobs) handler.handle(reading::encode(job), file, output);
    return {};
}

int fail(Exit code, const std::string& message) {
    std::fprintf(stderr, "fovea-reader: %s\n", message.c_str());
    return code;
}

}  // namespace

int main(int argument_count, char** argument_values) {
    const auto arguments = parse(argument_count, argument_values);
    if (!arguments) {
        return fail(BadArguments, "This program is run by fovea and does nothing on its own.");
    }
    // Little CMS dates the profiles it makes, and the C library then wants to read the time zone
    // from a file. Later there are no files.
    ::tzset();

    // The values of a page are returned as soon as they are read: by default the C library keeps blocks of up to 32 MB
    // once it has seen one, and a reader that looks at a page with two networks holds those of both.
    ::mallopt(M_MMAP_THRESHOLD, 2 << 20);

    auto recogniser = open_recogniser(*arguments);
    if (!recogniser.ok()) return fail(NoLanguageData, recogniser.error().message);
    reading::ReadingHandler handler(std::move(recogniser).value());
    if (const auto warm = warm_up(handler); !warm.ok()) {
        return fail(CannotWarmUp, warm.error().message);
    }
    sandbox::serve([&](ByteView request, ByteView input, std::span<std::byte> output) {
        return handler.handle(request, input, output);
    });
}

#include "fovea/reading/recognise/tesseract_engine.hpp"

#include "fovea/reading/languages.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <tesseract/baseapi.h>
#include <tesseract/resultiterator.h>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// Tesseract asks OpenMP for four threads in every layer of the network. On lines they cost more
// than they bring, and a sandboxed worker may not start any. With no active level allowed, OpenMP
// runs such regions on the calling thread. Asked for by name, since only Tesseract links OpenMP.
void keep_to_one_thread() {
    using SetLevels = void (*)(int);
    if (auto* symbol = dlsym(RTLD_DEFAULT, "omp_set_max_active_levels")) {
        reinterpret_cast<SetLevels>(symbol)(0);
    }
}

struct Setting {
    const char* name;
    const char* value;
};

constexpr Setting kSettings[] = {
    // Lines arrive dark on light; a second reading of the inverse would only cost time.
    {"tessedit_do_invert", "0"},
    {"invert_threshold", "0"},
};

}  // namespace

// What Tesseract has to say goes to the standard error, which a worker has nowhere to send to. Its
// setting for a file would be opened at the first complaint, and by then there are no files.
struct TesseractEngine::Api {
    tesseract::TessBaseAPI api;

    void configure() {
        for (const auto& setting : kSettings) api.SetVariable(setting.name, setting.value);
        api.SetPageSegMode(tesseract::PSM_SINGLE_LINE);
    }
};

TesseractEngine::TesseractEngine(std::unique_ptr<Api> engine) : engine_(std::move(engine)) {}
TesseractEngine::TesseractEngine(TesseractEngine&&) noexcept = default;
TesseractEngine& TesseractEngine::operator=(TesseractEngine&&) noexcept = default;
TesseractEngine::~TesseractEngine() = default;

Result<TesseractEngine> TesseractEngine::open(
    std::string_view languages, const std::string& tessdata_dir
) {
    TRY(check_language_data(split_languages(languages), tessdata_dir));
    keep_to_one_thread();
    auto engine = std::make_unique<Api>();
    const std::string all(languages);
    if (engine->api.Init(tessdata_dir.c_str(), all.c_str(), tesseract::OEM_LSTM_ONLY) != 0) {
        return Error{ErrorCode::Internal, "Tesseract cannot use its data for " + all};
    }
    engine->configure();
    return TesseractEngine(std::move(engine));
}

Result<TesseractEngine> TesseractEngine::from_data(
    std::string_view language, ByteView traineddata
) {
    if (!is_language_name(language)) {
        return Error{
            ErrorCode::InvalidInput, "not the name of a language: " + std::string(language)};
    }
    if (traineddata.empty() || traineddata.size() > std::size_t(std::numeric_limits<int>::max())) {
        return Error{ErrorCode::InvalidInput, "no text recognition data"};
    }
    keep_to_one_thread();
    auto engine = std::make_unique<Api>();
    const auto failed = engine->api.Init(
        as_text(traineddata).data(),
        static_cast<int>(traineddata.size()),
        std::string(language).c_str(),
        tesseract::OEM_LSTM_ONLY,
        nullptr,
        0,
        nullptr,
        nullptr,
        false,
        nullptr
    );
    if (failed != 0) return Error{ErrorCode::Internal, "Tesseract cannot use its data"};
    engine->configure();
    return TesseractEngine(std::move(engine));
}

Result<std::vector<LineWord>> TesseractEngine::read(const media::Picture& line) {
    const auto size = line.size();
    if (line.format() != media::PixelFormat::Gray8 || size.width == 0 || size.height == 0 ||
        size.longest_edge() > 32767) {
        return Error{ErrorCode::InvalidInput, "not the picture of a line"};
    }
    auto& api = engine_->api;
    api.SetImage(
        line.row(0),
        static_cast<int>(size.width),
        static_cast<int>(size.height),
        1,
        static_cast<int>(line.stride())
    );
    api.SetSourceResolution(300);
    if (api.Recognize(nullptr) != 0)
        return Error{ErrorCode::Internal, "Tesseract cannot read a line"};

    std::vector<LineWord> words;
    const std::unique_ptr<tesseract::ResultIterator> at(api.GetIterator());
    if (!at) return words;
    // Letter by letter: their places come from the network itself, a word's box from Tesseract's own
    // search for shapes.
    constexpr auto kLetter = tesseract::RIL_SYMBOL;
    do {
        const std::unique_ptr<char[]> text(at->GetUTF8Text(kLetter));
        int left = 0;
        int top = 0;
        int right = 0;
        int bottom = 0;
        if (!text || !at->BoundingBox(kLetter, &left, &top, &right, &bottom)) continue;
        if (words.empty() || at->IsAtBeginningOf(tesseract::RIL_WORD)) {
            const auto confidence = double{at->Confidence(tesseract::RIL_WORD)} / 100;
            words.push_back({{}, {}, double(left), 0, confidence});
        }
        auto& word = words.back();
        word.text += text.get();
        word.letters.push_back({word.text.size(), double(left + right) / 2});
        word.end = double(right);
    } while (at->Next(kLetter));
    for (std::size_t i = 1; i < words.size(); ++i) {
        words[i - 1].end = std::min(words[i - 1].end, words[i].first);
    }
    std::erase_if(words, [](const LineWord& word) { return word.text.empty(); });
    return words;
}

}  // namespace fovea::reading

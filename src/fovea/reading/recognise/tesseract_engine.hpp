// Reads the letters of one line, by Tesseract's LSTM network. Everything before that (finding
// lines, polarity, colours, scale) is ours; Tesseract's page analysis never runs.
//
//     auto engine = TRY(TesseractEngine::open("eng", "/usr/share/tesseract-ocr/5/tessdata"));
//     for (const LineWord& word : TRY(engine.read(gray))) …
//
// open() takes about 50 ms and 30 MB; keep one and use it for all lines. Uses one thread, also
// where Tesseract would start four.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/reading/recognise/line_word.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

class TesseractEngine {
public:
    // `languages` as Tesseract writes them, "eng" or "deu+eng". Where the data of one is missing,
    // FileNotFound with the name of the Debian package that has it.
    static Result<TesseractEngine> open(
        std::string_view languages, const std::string& tessdata_dir
    );

    // From the bytes of one .traineddata file: for a process that may open no files.
    static Result<TesseractEngine> from_data(std::string_view language, ByteView traineddata);

    TesseractEngine(TesseractEngine&&) noexcept;
    TesseractEngine& operator=(TesseractEngine&&) noexcept;
    ~TesseractEngine();

    // A Gray8 picture of one line, dark on light, as line_image() makes it.
    Result<std::vector<LineWord>> read(const media::Picture& line);

private:
    struct Api;
    explicit TesseractEngine(std::unique_ptr<Api> engine);

    std::unique_ptr<Api> engine_;
};

}  // namespace fovea::reading

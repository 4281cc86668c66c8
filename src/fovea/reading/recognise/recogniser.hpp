// Reads the letters of one line, by Tesseract's LSTM network. Everything before that (finding
// lines, polarity, colours, scale) is ours; Tesseract's page analysis never runs.
//
//     auto recogniser = TRY(Recogniser::open("eng", "/usr/share/tesseract-ocr/5/tessdata"));
//     for (const LineWord& word : TRY(recogniser.read(gray))) …
//
// open() takes about 50 ms and 30 MB; keep one and use it for all lines. Uses one thread, also
// where Tesseract would start four.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

// One character, or what Tesseract takes for one.
struct LineLetter {
    std::size_t text_end = 0;  // where it ends in its word's text
    double middle = 0;         // column of the line's image
};

struct LineWord {
    std::string text;  // UTF-8
    std::vector<LineLetter> letters;
    double first = 0;       // column of the line's image
    double end = 0;         // one past the last
    double confidence = 0;  // 0 to 1
};

class Recogniser {
public:
    // `languages` as Tesseract writes them, "eng" or "deu+eng". Where the data of one is missing,
    // FileNotFound with the name of the Debian package that has it.
    static Result<Recogniser> open(std::string_view languages, const std::string& tessdata_dir);

    // From the bytes of one .traineddata file: for a process that may open no files.
    static Result<Recogniser> from_data(std::string_view language, ByteView traineddata);

    Recogniser(Recogniser&&) noexcept;
    Recogniser& operator=(Recogniser&&) noexcept;
    ~Recogniser();

    // A Gray8 picture of one line, dark on light, as line_image() makes it.
    Result<std::vector<LineWord>> read(const media::Picture& line);

private:
    struct Engine;
    explicit Recogniser(std::unique_ptr<Engine> engine);

    std::unique_ptr<Engine> engine_;
};

}  // namespace fovea::reading

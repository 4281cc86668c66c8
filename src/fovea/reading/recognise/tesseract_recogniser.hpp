// Tesseract behind the interface of recognisers: each line at the size it likes best, and what it is known to get wrong
// put right by the ink that is there (word_spaces.hpp, missed_letters.hpp).
//
//     auto recogniser = TRY(TesseractRecogniser::open("jpn", "/usr/share/tesseract-ocr/5/tessdata"));
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/reading/recognise/line_image.hpp"
#include "fovea/reading/recognise/recogniser.hpp"
#include "fovea/reading/recognise/tesseract_engine.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fovea::reading {

class TesseractRecogniser final : public Recogniser {
public:
    explicit TesseractRecogniser(TesseractEngine engine);

    // As TesseractEngine's.
    static Result<TesseractRecogniser> open(
        std::string_view languages, const std::string& tessdata_dir
    );

    Result<RecognisedLine> read(const media::Picture& picture, const media::TextLine& line)
        override;

    // Screens the right way up are read with 0.77 and more, upside down with 0.65 at most.
    double makes_sense_from() const override { return 0.72; }

private:
    struct Attempt {
        LineImage image;
        std::vector<LineWord> words;
    };
    Result<Attempt> read_at(
        const media::Picture& picture, const media::TextLine& line, LineSize size
    );

    TesseractEngine engine_;
    std::unordered_map<Sha256, std::vector<LineWord>> known_;  // by the pixels of a line's image
};

}  // namespace fovea::reading

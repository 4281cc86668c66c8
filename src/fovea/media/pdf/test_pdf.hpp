// For tests: writes small PDF documents, so that each says exactly what it should.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <memory>
#include <string>
#include <vector>

#include "support/test_paths.hpp"

namespace fovea::media {

struct PdfPage {
    std::string text;  // one line near the top left, in Helvetica; no brackets in it
    double width = 612;
    double height = 792;
    int rotate = 0;
    std::string drawn = {};  // operators before the text
};

inline Bytes to_pdf(const std::vector<PdfPage>& pages) {
    std::vector<std::string> objects;  // from number 1
    std::string kids;
    for (std::size_t i = 0; i < pages.size(); ++i) kids += std::to_string(4 + 2 * i) + " 0 R ";
    objects.emplace_back("<< /Type /Catalog /Pages 2 0 R >>");
    objects.emplace_back(
        "<< /Type /Pages /Count " + std::to_string(pages.size()) + " /Kids [ " + kids + "] >>"
    );
    objects.emplace_back("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
    for (const PdfPage& page : pages) {
        const auto content = page.drawn + "BT /F1 24 Tf 72 " + std::to_string(page.height - 96) +
                             " Td (" + page.text + ") Tj ET";
        objects.emplace_back(
            "<< /Type /Page /Parent 2 0 R /Rotate " + std::to_string(page.rotate) +
            " /MediaBox [0 0 " + std::to_string(page.width) + " " + std::to_string(page.height) +
            "] /Resources << /Font << /F1 3 0 R >> >> /Contents " +
            std::to_string(objects.size() + 2) + " 0 R >>"
        );
        objects.emplace_back(
            "<< /Length " + std::to_string(content.size()) + " >>\nstream\n" + content +
            "\nendstream"
        );
    }
    std::string file = "%PDF-1.4\n";
    std::string table = "0000000000 65535 f \n";
    for (std::size_t i = 0; i < objects.size(); ++i) {
        auto offset = std::to_string(file.size());
        table += std::string(10 - offset.size(), '0') + offset + " 00000 n \n";
        file += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
    }
    const auto start = std::to_string(file.size());
    const auto count = std::to_string(objects.size() + 1);
    file += "xref\n0 " + count + "\n" + table + "trailer\n<< /Size " + count +
            " /Root 1 0 R >>\nstartxref\n" + start + "\n%%EOF\n";
    const auto view = as_bytes(file);
    return Bytes(view.begin(), view.end());
}

// Pages that say "Page 1 of the report" and so on.
inline Bytes numbered_pdf(std::size_t count) {
    std::vector<PdfPage> pages;
    for (std::size_t i = 1; i <= count; ++i) {
        pages.push_back({.text = "Page " + std::to_string(i) + " of the report"});
    }
    return to_pdf(pages);
}

inline std::unique_ptr<sandbox::HelperPrograms> test_helpers() {
    return sandbox::HelperPrograms::open({.cage = test_paths::program("fovea-cage")}).value();
}

// Locked with a password, which may be empty.
inline Bytes locked_pdf(
    sandbox::HelperPrograms& helpers, const Bytes& file, const std::string& password
) {
    auto done = helpers.run(
        {.program = "qpdf",
         .package = "qpdf",
         .arguments =
             {"--encrypt", password, "owner", "256", "--", std::string(sandbox::kHelperInput), "-"},
         .input = file},
        {}
    );
    return done.ok() ? std::move(done).value().output : Bytes{};
}

}  // namespace fovea::media

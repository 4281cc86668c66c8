#include "fovea/media/image/sniff.hpp"

#include <algorithm>
#include <string>

namespace fovea::media {
namespace {

constexpr std::string_view kConvert = "convert it to PNG or JPEG first";
constexpr std::string_view kScreenshot = "open it and take a screenshot, or convert it to PNG";
constexpr std::string_view kDocument = "fovea analyze reads it (the tool is vision_analyze)";
constexpr std::string_view kRecording = "fovea video reads it (the tool is video_analyze)";
constexpr std::size_t kTextWindow = 4096;

struct Magic {
    std::size_t offset;
    std::string_view bytes;
    Sniffed found;
};

using namespace std::string_view_literals;

constexpr Sniffed kPdf{{}, "application/pdf", "a PDF document", kDocument};

constexpr Magic kMagics[] = {
    {0, "\x89PNG\r\n\x1a\n"sv, {ImageType::Png, "image/png", "a PNG picture", ""}},
    {0, "\xff\xd8\xff"sv, {ImageType::Jpeg, "image/jpeg", "a JPEG picture", ""}},
    {0, "GIF87a"sv, {ImageType::Gif, "image/gif", "a GIF picture", ""}},
    {0, "GIF89a"sv, {ImageType::Gif, "image/gif", "a GIF picture", ""}},
    {0, "%PDF-"sv, kPdf},
    {0, "II*\0"sv, {{}, "image/tiff", "a TIFF picture", kConvert}},
    {0, "MM\0*"sv, {{}, "image/tiff", "a TIFF picture", kConvert}},
    {0, "II+\0"sv, {{}, "image/tiff", "a BigTIFF picture", kConvert}},
    {0, "MM\0+"sv, {{}, "image/tiff", "a BigTIFF picture", kConvert}},
    {0, "8BPS"sv, {{}, "image/vnd.adobe.photoshop", "a Photoshop file", kConvert}},
    {0, "\0\0\1\0"sv, {{}, "image/x-icon", "a Windows icon", kConvert}},
    {0, "\xff\x0a"sv, {{}, "image/jxl", "a JPEG XL picture", kConvert}},
    {0, "\0\0\0\x0cJXL \r\n\x87\n"sv, {{}, "image/jxl", "a JPEG XL picture", kConvert}},
    {0, "\0\0\0\x0cjP  \r\n\x87\n"sv, {{}, "image/jp2", "a JPEG 2000 picture", kConvert}},
    {0, "qoif"sv, {{}, "image/qoi", "a QOI picture", kConvert}},
    {0, "\x1a\x45\xdf\xa3"sv, {{}, "video/webm", "a WebM or Matroska video", kRecording}},
    {0, "FLV\1"sv, {{}, "video/x-flv", "a Flash video", kRecording}},
    {0,
     "PK\3\4"sv,
     {{}, "application/zip", "a ZIP archive or Office document", "unpack or export it first"}},
    {0, "PK\5\6"sv, {{}, "application/zip", "an empty ZIP archive", ""}},
    {0, "\x1f\x8b"sv, {{}, "application/gzip", "gzip-compressed data", "unpack it first"}},
    {0, "BZh"sv, {{}, "application/x-bzip2", "bzip2-compressed data", "unpack it first"}},
    {0,
     "\xfd"
     "7zXZ\0"sv,
     {{}, "application/x-xz", "xz-compressed data", "unpack it first"}},
    {0, "\x28\xb5\x2f\xfd"sv, {{}, "application/zstd", "zstd-compressed data", "unpack it first"}},
    {0,
     "7z\xbc\xaf\x27\x1c"sv,
     {{}, "application/x-7z-compressed", "a 7-Zip archive", "unpack it first"}},
    {0, "Rar!\x1a\7"sv, {{}, "application/vnd.rar", "a RAR archive", "unpack it first"}},
    {0,
     "\x7f"
     "ELF"sv,
     {{}, "application/x-executable", "a program (ELF)", ""}},
    {0, "ID3"sv, {{}, "audio/mpeg", "an MP3 recording", ""}},
    {0, "OggS"sv, {{}, "application/ogg", "an Ogg recording or video", ""}},
    {0, "fLaC"sv, {{}, "audio/flac", "a FLAC recording", ""}},
    {0, "%!PS"sv, {{}, "application/postscript", "a PostScript document", kScreenshot}},
    {0, "SQLite format 3\0"sv, {{}, "application/vnd.sqlite3", "an SQLite database", ""}},
    {0,
     "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv,
     {{}, "application/x-ole-storage", "an old Office document", "export it as PDF or PNG first"}},
};

struct Brand {
    std::string_view bytes;
    Sniffed found;
};

// ISO media files say in their "ftyp" box what they are.
constexpr Brand kBrands[] = {
    {"avif", {{}, "image/avif", "an AVIF picture", kConvert}},
    {"avis", {{}, "image/avif", "an AVIF animation", kConvert}},
    {"heic", {{}, "image/heic", "a HEIC picture", kConvert}},
    {"heix", {{}, "image/heic", "a HEIC picture", kConvert}},
    {"heim", {{}, "image/heic", "a HEIC picture", kConvert}},
    {"heis", {{}, "image/heic", "a HEIC picture", kConvert}},
    {"hevc", {{}, "image/heic", "a HEIC animation", kConvert}},
    {"hevx", {{}, "image/heic", "a HEIC animation", kConvert}},
    {"mif1", {{}, "image/heif", "a HEIF picture", kConvert}},
    {"msf1", {{}, "image/heif", "a HEIF animation", kConvert}},
    {"crx ", {{}, "image/x-canon-cr3", "a camera raw file", kConvert}},
    {"M4A ", {{}, "audio/mp4", "an MPEG-4 recording", ""}},
    {"qt  ", {{}, "video/quicktime", "a QuickTime video", kRecording}},
};

constexpr Sniffed kMp4{{}, "video/mp4", "an MP4 video", kRecording};
constexpr Sniffed kUnknown{
    {}, "application/octet-stream", "data of an unknown type", "check that the file is complete"};

bool starts_with(std::string_view text, std::size_t offset, std::string_view magic) {
    return text.size() >= offset + magic.size() && text.substr(offset, magic.size()) == magic;
}

// "PNG, JPEG, GIF or WebP"
std::string list_of_types() {
    std::string list;
    for (std::size_t i = 0; i < kImageTypes.size(); ++i) {
        if (i > 0) list += i + 1 == kImageTypes.size() ? " or " : ", ";
        list += kImageTypes[i].name;
    }
    return list;
}

std::optional<Sniffed> sniff_container(std::string_view head) {
    if (starts_with(head, 0, "RIFF")) {
        if (starts_with(head, 8, "WEBP"))
            return Sniffed{ImageType::Webp, "image/webp", "a WebP picture", ""};
        if (starts_with(head, 8, "AVI "))
            return Sniffed{{}, "video/x-msvideo", "an AVI video", kRecording};
        if (starts_with(head, 8, "WAVE")) return Sniffed{{}, "audio/wav", "a WAV recording", ""};
    }
    if (starts_with(head, 4, "ftyp")) {
        for (const Brand& brand : kBrands) {
            if (starts_with(head, 8, brand.bytes)) return brand.found;
        }
        return kMp4;
    }
    // "BM", then the file size and two reserved words that are zero: two letters alone would catch
    // text.
    if (starts_with(head, 0, "BM") && starts_with(head, 6, "\0\0\0\0"sv)) {
        return Sniffed{{}, "image/bmp", "a BMP picture", kConvert};
    }
    return std::nullopt;
}

// Mail programs and servers put lines before the header, and readers of PDF accept it anywhere in the
// first kilobyte. A text about PDF has no objects behind it.
bool is_late_pdf(std::string_view head) {
    const auto at = head.substr(0, 1024).find("%PDF-");
    if (at == head.npos || head.find(" obj", at) == head.npos) return false;
    const auto before = head.substr(0, at);
    return before.ends_with('\n') || before.ends_with('\r') || before.ends_with(' ') ||
           before == "\xef\xbb\xbf";
}

bool is_text(std::string_view head) {
    return std::ranges::none_of(head, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\x1b';
    });
}

bool contains_ignoring_case(std::string_view text, std::string_view lower) {
    const auto same = [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    };
    return std::search(text.begin(), text.end(), lower.begin(), lower.end(), same) != text.end();
}

Sniffed sniff_text(std::string_view head) {
    if (starts_with(head, 0, "\xef\xbb\xbf")) head.remove_prefix(3);
    const auto first = head.find_first_not_of(" \t\r\n\f");
    if (first == head.npos) return {{}, "text/plain", "blank text", ""};
    head.remove_prefix(first);
    if (head.front() == '<') {
        if (contains_ignoring_case(head, "<svg")) {
            return {{}, "image/svg+xml", "an SVG drawing", "render it to PNG first"};
        }
        if (contains_ignoring_case(head, "<html") ||
            contains_ignoring_case(head, "<!doctype html") ||
            contains_ignoring_case(head, "<head") || contains_ignoring_case(head, "<body") ||
            contains_ignoring_case(head, "<script")) {
            return {
                {},
                "text/html",
                "an HTML page",
                "the server may have sent an error page instead of the picture"};
        }
        if (starts_with(head, 0, "<?xml")) return {{}, "application/xml", "an XML document", ""};
    }
    if (starts_with(head, 0, "data:image/")) {
        return {{}, "text/plain", "a data URI as text", "decode its base64 part first"};
    }
    if (head.front() == '{' || head.front() == '[')
        return {{}, "application/json", "JSON text", ""};
    return {{}, "text/plain", "text", ""};
}

}  // namespace

Sniffed sniff(ByteView file) {
    const auto head = as_text(file).substr(0, kTextWindow);
    if (head.empty()) return {{}, "application/x-empty", "empty", ""};
    for (const Magic& magic : kMagics) {
        if (starts_with(head, magic.offset, magic.bytes)) return magic.found;
    }
    if (const auto found = sniff_container(head)) return *found;
    if (is_late_pdf(head)) return kPdf;
    if (is_text(head)) return sniff_text(head);
    return kUnknown;
}

Error refusal(const Sniffed& found, std::size_t file_size) {
    if (file_size == 0) return {ErrorCode::UnsupportedFileType, "the input is empty: 0 bytes"};
    std::string message =
        "this is " + std::string(found.name) + " (" + std::string(found.mime) + ")";
    message += ", not a " + list_of_types() + " picture";
    if (!found.advice.empty()) message += "; " + std::string(found.advice);
    return {ErrorCode::UnsupportedFileType, std::move(message)};
}

}  // namespace fovea::media

#include "fovea/tui/clipboard/clipboard.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/tui/clipboard/clipboard_programs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace fovea::tui {
namespace {

// The best first. What else there may be (BMP, TIFF) always comes with one of them.
constexpr std::string_view kPictures[] = {"image/png", "image/jpeg", "image/webp", "image/gif"};
constexpr std::string_view kFiles[] = {"x-special/gnome-copied-files", "text/uri-list"};
constexpr std::string_view kWords[] = {
    "text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING"};
constexpr std::size_t kMaxTypes = 64u << 10;

using Taken = std::optional<Copied>;

Copied picture_of(Bytes bytes) {
    auto name = clipboard_name(bytes);
    return CopiedPicture{std::move(bytes), std::move(name)};
}

Bytes bytes_of(std::string_view text) {
    const auto view = as_bytes(text);
    return {view.begin(), view.end()};
}

// One way to a clipboard: what it has to try, and what there is to say when nothing came of it.
class Way {
public:
    explicit Way(const ClipboardSettings& settings, const ClipboardPrograms& programs)
        : settings_(settings), programs_(programs) {}

    Result<Taken> from_wayland() {
        return from_types("wl-paste", {"--list-types"}, [](std::string_view type) {
            return std::vector<std::string>{"--no-newline", "--type", std::string(type)};
        });
    }

    Result<Taken> from_x11() {
        return from_types(
            "xclip",
            {"-selection", "clipboard", "-o", "-t", "TARGETS"},
            [](std::string_view type) {
                return std::vector<std::string>{
                    "-selection", "clipboard", "-o", "-t", std::string(type)};
            }
        );
    }

    Result<Taken> from_windows();
    Result<Taken> from_mac();

    const std::string& slow() const { return slow_; }

private:
    template <class Arguments>
    Result<Taken> from_types(
        std::string_view program,
        std::vector<std::string> list_types,
        const Arguments& arguments_for
    ) {
        const auto types = TRY(run(program, std::move(list_types), kMaxTypes));
        if (!types) return Taken{};
        const auto offered = words_in(*types);
        const auto has = [&](std::string_view type) {
            return std::ranges::find(offered, type) != offered.end();
        };
        for (const auto type : kPictures) {
            if (!has(type)) continue;
            const auto file = TRY(run(program, arguments_for(type), settings_.max_bytes));
            if (file && is_picture_of_ours(as_bytes(*file)))
                return Taken(picture_of(bytes_of(*file)));
        }
        for (const auto type : kFiles) {
            if (!has(type)) continue;
            const auto list = TRY(run(program, arguments_for(type), kMaxDropBytes));
            if (!list) continue;
            auto paths = listed_paths(*list, settings_.rules);
            if (!paths.empty()) return Taken(CopiedFiles{std::move(paths)});
        }
        for (const auto type : kWords) {
            if (!has(type)) continue;
            auto words = TRY(run(program, arguments_for(type), settings_.max_text));
            if (words && !words->empty()) return words_or_paths(std::move(*words));
        }
        return Taken{};
    }

    Result<std::optional<std::string>> run(
        std::string_view program, std::vector<std::string> arguments, std::size_t max_bytes
    ) {
        auto output =
            TRY(programs_.run(program, std::move(arguments), max_bytes, settings_.patience));
        if (output.timed_out) slow_ = program;
        return std::move(output.out);
    }

    // A path that was copied as words means the file, as a dropped one does.
    Taken words_or_paths(std::string words) const {
        auto paths = dropped_paths(words, settings_.rules);
        if (!paths.empty()) return CopiedFiles{std::move(paths)};
        return CopiedText{std::move(words)};
    }

    static std::vector<std::string_view> words_in(std::string_view lines) {
        std::vector<std::string_view> words;
        while (!lines.empty()) {
            const auto end = std::min(lines.find_first_of("\r\n"), lines.size());
            if (end > 0) words.push_back(lines.substr(0, end));
            lines.remove_prefix(std::min(end + 1, lines.size()));
        }
        return words;
    }

    const ClipboardSettings& settings_;
    const ClipboardPrograms& programs_;
    std::string slow_;  // the program that did not answer in time
};

// The first line says what follows, in base64: Windows has no other way to say bytes on a pipe unharmed. Single
// quotes only: double ones do not reach PowerShell as they are.
constexpr std::string_view kPowerShell =
    "$ErrorActionPreference = 'Stop'; "
    "Add-Type -AssemblyName System.Windows.Forms, System.Drawing; "
    "function Say($kind, $bytes) { [Console]::Out.Write($kind + [char]10 + "
    "[Convert]::ToBase64String($bytes)); exit 0 } "
    "$image = [Windows.Forms.Clipboard]::GetImage(); "
    "if ($image -ne $null) { $memory = New-Object IO.MemoryStream; "
    "$image.Save($memory, [Drawing.Imaging.ImageFormat]::Png); Say 'picture' $memory.ToArray() } "
    "$files = [Windows.Forms.Clipboard]::GetFileDropList(); "
    "if ($files.Count -gt 0) { "
    "Say 'files' ([Text.Encoding]::UTF8.GetBytes(($files -join [char]10))) } "
    "if ([Windows.Forms.Clipboard]::ContainsText()) { "
    "Say 'words' ([Text.Encoding]::UTF8.GetBytes([Windows.Forms.Clipboard]::GetText())) } "
    "exit 3";

Result<Taken> Way::from_windows() {
    const std::size_t most = base64_size(std::max(settings_.max_bytes, settings_.max_text)) + 100;
    const auto output = TRY(programs_.run(
        "powershell.exe",
        {"-NoProfile", "-NonInteractive", "-STA", "-Command", std::string(kPowerShell)},
        most,
        settings_.for_powershell
    ));
    if (output.timed_out) slow_ = "powershell.exe";
    if (!output.out) return Taken{};
    const std::string_view said = *output.out;
    const auto line = said.find('\n');
    if (line == std::string_view::npos) return Taken{};
    auto bytes = decode_base64(said.substr(line + 1));
    if (!bytes.ok()) return Taken{};
    auto kind = said.substr(0, line);
    if (kind.ends_with('\r')) kind.remove_suffix(1);
    if (kind == "picture" && is_picture_of_ours(bytes.value())) {
        return Taken(picture_of(std::move(bytes).value()));
    }
    const std::string words(as_text(bytes.value()));
    if (kind == "files") {
        auto paths = dropped_paths(words, settings_.rules);
        return paths.empty() ? Taken{} : Taken(CopiedFiles{std::move(paths)});
    }
    return kind == "words" ? words_or_paths(words) : Taken{};
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// "«data PNGf89504E47…»"
std::optional<Bytes> bytes_of_apple_data(std::string_view said) {
    constexpr std::string_view kBegin = "data PNGf";
    const auto at = said.find(kBegin);
    if (at == std::string_view::npos) return std::nullopt;
    said.remove_prefix(at + kBegin.size());
    Bytes bytes;
    while (said.size() >= 2 && hex_digit(said[0]) >= 0 && hex_digit(said[1]) >= 0) {
        bytes.push_back(static_cast<std::byte>(hex_digit(said[0]) * 16 + hex_digit(said[1])));
        said.remove_prefix(2);
    }
    return bytes;
}

Result<Taken> Way::from_mac() {
    const auto pasted = TRY(run("pngpaste", {"-"}, settings_.max_bytes));
    if (pasted && is_picture_of_ours(as_bytes(*pasted)))
        return Taken(picture_of(bytes_of(*pasted)));
    const auto file =
        TRY(run("osascript", {"-e", "POSIX path of (the clipboard as «class furl»)"}, kMaxDropBytes)
        );
    if (file) {
        auto paths = dropped_paths(*file, settings_.rules);
        if (!paths.empty()) return Taken(CopiedFiles{std::move(paths)});
    }
    const auto data =
        TRY(run("osascript", {"-e", "the clipboard as «class PNGf»"}, 2 * settings_.max_bytes + 100)
        );
    if (data) {
        auto bytes = bytes_of_apple_data(*data);
        if (bytes && is_picture_of_ours(*bytes)) return Taken(picture_of(std::move(*bytes)));
    }
    auto words = TRY(run("pbpaste", {}, settings_.max_text));
    if (words && !words->empty()) return words_or_paths(std::move(*words));
    return Taken{};
}

// A way that this system has, and the program that it needs.
struct Route {
    bool is_there;
    std::string_view program;
    std::string_view package;
    Result<Taken> (Way::*read)();
};

}  // namespace

bool is_picture_of_ours(ByteView bytes) {
    return media::sniff(bytes).image.has_value();
}

std::string clipboard_name(ByteView picture) {
    const auto mime = media::sniff(picture).mime;
    const auto kind = mime.substr(mime.find('/') + 1);
    return "clipboard." + std::string(kind == "jpeg" ? "jpg" : kind);
}

Result<Copied> read_clipboard(const ClipboardSettings& settings, const std::stop_token& stop) {
    const ClipboardPrograms programs(settings, stop);
    Way way(settings, programs);
    const std::array<Route, 4> routes{{
        {programs.is_set("WAYLAND_DISPLAY"), "wl-paste", "wl-clipboard", &Way::from_wayland},
        {programs.is_set("DISPLAY"), "xclip", "xclip", &Way::from_x11},
        {settings.is_wsl, "powershell.exe", "Windows PowerShell on the PATH", &Way::from_windows},
        {settings.is_mac, "osascript", "osascript", &Way::from_mac},
    }};
    std::string_view missing;
    bool asked = false;
    for (const auto& route : routes) {
        if (!route.is_there) continue;
        if (!programs.has(route.program)) {
            if (missing.empty()) missing = route.package;
            continue;
        }
        asked = true;
        auto taken = TRY((way.*route.read)());
        if (taken) return std::move(*taken);
    }
    if (settings.terminal_has_clipboard && (!asked || !way.slow().empty())) {
        return Copied(AskTheTerminal{});
    }
    const auto why = [&]() -> std::string {
        if (!way.slow().empty()) {
            return way.slow() +
                   " did not answer in time: the program that owns the clipboard hangs";
        }
        if (asked) return "there is no picture, file or text on the clipboard";
        if (!missing.empty())
            return "the clipboard cannot be read: install " + std::string(missing);
        return "the clipboard cannot be read here: there is no display, and the terminal has no "
               "way to ask; drop the file on the window, or name it with @";
    };
    return Error{ErrorCode::InvalidInput, why()};
}

}  // namespace fovea::tui

#include "terminal/screens.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/node_tests.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace fs = std::filesystem;

std::string script(std::string_view name) {
    return test_paths::source_dir() + "/tests/terminal/" + std::string(name);
}

struct TestFile {
    fs::path path;

    explicit TestFile(std::string_view bytes, const std::string& name)
        : path(fs::temp_directory_path() / ("fovea-screen-" + std::to_string(::getpid()) + name)) {
        std::ofstream(path, std::ios::binary) << bytes;
    }
    ~TestFile() { fs::remove(path); }
    TestFile(const TestFile&) = delete;
    TestFile& operator=(const TestFile&) = delete;
};

boost::json::object read_json(const Finished& finished) {
    boost::system::error_code failed;
    auto value = boost::json::parse(finished.out, failed);
    if (finished.exit_code != 0 || failed || !value.is_object()) {
        ADD_FAILURE() << "exit " << finished.exit_code << "\n" << finished.err << finished.out;
        return {};
    }
    return value.get_object();
}

bool is_installed(const char* program) {
    return run_program({"/bin/sh", "-c", std::string("command -v ") + program}).exit_code == 0;
}

}  // namespace

bool has_kitty() {
    return is_installed("kitty");
}

boost::json::object kitty_screen(std::string_view bytes, const TestWindow& window) {
    const TestFile file(bytes, ".kitty");
    std::string ids;
    for (const auto id : window.ids) ids += std::to_string(id) + " ";
    return read_json(run_program(
        {"/usr/bin/env",
         "FOVEA_BYTES=" + file.path.string(),
         "FOVEA_WINDOW=" + std::to_string(window.columns) + " " + std::to_string(window.rows) +
             " " + std::to_string(window.cell_width) + " " + std::to_string(window.cell_height),
         "FOVEA_IDS=" + ids,
         "kitty",
         "+runpy",
         "import runpy; runpy.run_path('" + script("kitty_screen.py") + "')"}
    ));
}

bool has_xterm_js() {
    return node_tests_installed() && is_installed("chromium") &&
           fs::exists(test_paths::source_dir() + "/tests/web/node_modules/@xterm/addon-image");
}

boost::json::object xterm_screen(std::string_view bytes, const TestWindow& window) {
    return read_json(run_program(
        {node_program(),
         script("xterm_screen.mjs"),
         std::to_string(window.columns),
         std::to_string(window.rows)},
        bytes
    ));
}

bool has_sixel2png() {
    return is_installed("sixel2png");
}

DecodedSixel decoded_sixel(std::string_view bytes) {
    const TestFile file(bytes, ".six");
    const auto png = file.path.string() + ".png";
    const auto decoded = run_program({"sixel2png", "-i", file.path.string(), "-o", png});
    const auto pixels = run_program(
        {"/usr/bin/python3",
         "-c",
         "import sys; from PIL import Image; p = Image.open(sys.argv[1]).convert('RGB');"
         "sys.stdout.buffer.write(b'%d %d\\n' % p.size + p.tobytes())",
         png}
    );
    fs::remove(png);
    DecodedSixel sixel;
    const auto line = pixels.out.find('\n');
    if (decoded.exit_code != 0 || line == std::string::npos) {
        ADD_FAILURE() << decoded.err << pixels.err;
        return sixel;
    }
    sixel.width = std::stoi(pixels.out);
    sixel.height = std::stoi(pixels.out.substr(pixels.out.find(' ')));
    sixel.pixels = pixels.out.substr(line + 1);
    return sixel;
}

}  // namespace fovea::testing

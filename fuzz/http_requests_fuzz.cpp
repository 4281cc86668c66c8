// Requests of anybody: however their bytes are cut, the same one is read or none, and no more of a body than came.
#include "fovea/serve/http/request_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using fovea::serve::RequestReader;

struct Read {
    bool is_whole = false;
    std::string text;
    std::size_t used = 0;
};

constexpr std::uint64_t kMostBody = 4096;

// As a connection reads it: what was not used comes again, with what came since.
Read read(std::string_view bytes, std::size_t piece) {
    RequestReader reader;
    Read read;
    std::string waiting;
    std::string body;
    for (std::size_t at = 0; at < bytes.size() && !read.is_whole; at += piece) {
        waiting += bytes.substr(at, piece);
        if (!reader.has_head()) {
            const auto used = reader.take_head(waiting);
            if (!used.ok()) return read;
            waiting.erase(0, used.value());
            read.used += used.value();
            if (!reader.has_head()) continue;
            reader.limit_body(kMostBody);
        }
        const auto used = reader.take_body(waiting, body);
        if (!used.ok()) return read;
        waiting.erase(0, used.value());
        read.used += used.value();
        read.is_whole = reader.is_done();
    }
    if (!reader.has_head()) return read;
    const auto& request = reader.request();
    read.text = request.method + " " + request.target + "\n";
    for (const auto& part : request.path) read.text += part + "/";
    for (const auto& [name, value] : request.query) read.text += name + "=" + value + "&";
    for (const auto& [name, value] : request.headers) read.text += name + ": " + value + "\n";
    read.text += body;
    if (body.size() > bytes.size()) std::abort();
    return read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto whole = read(bytes, std::max<std::size_t>(bytes.size(), 1));
    const auto cut = read(bytes, std::size_t{data[0]} + 1);
    if (whole.is_whole != cut.is_whole) std::abort();
    if (whole.is_whole && (whole.text != cut.text || whole.used != cut.used)) std::abort();
    return 0;
}

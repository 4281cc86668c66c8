#include "fovea/serve/http/compress.hpp"

#include "fovea/base/ascii.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace fovea::serve {
namespace {

constexpr std::size_t kWorthIt = 2048;  // below, it fits into a packet or two anyway
constexpr int kLevel = 1;               // half a millisecond for 100 KB

struct Free {
    void operator()(libdeflate_compressor* compressor) const {
        libdeflate_free_compressor(compressor);
    }
};

bool is_json(const Response& response) {
    const auto type = find_header(response.headers, "content-type").value_or("");
    return type.starts_with("application/json");
}

}  // namespace

bool accepts_coding(std::string_view header, std::string_view coding) {
    while (!header.empty()) {
        const auto end = std::min(header.find(','), header.size());
        const auto each = header.substr(0, end);
        const auto name = trimmed(each.substr(0, each.find(';')));
        if (same_word(name, coding)) {
            const auto weight = each.find("q=");
            if (weight == each.npos) return true;
            return each.find_first_of("123456789", weight + 2) != each.npos;
        }
        header.remove_prefix(std::min(end + 1, header.size()));
    }
    return false;
}

void compress_json(Response& response, const Request& request) {
    if (request.method != "GET" && request.method != "HEAD") return;
    if (response.body.size() < kWorthIt || !is_json(response)) return;
    if (find_header(response.headers, "content-encoding")) return;
    response.headers.emplace_back("vary", "accept-encoding");
    if (!accepts_coding(request.header("accept-encoding").value_or(""), "gzip")) return;
    const std::unique_ptr<libdeflate_compressor, Free> compressor(libdeflate_alloc_compressor(kLevel
    ));
    if (!compressor) return;
    std::string packed(response.body.size(), '\0');
    const auto size = libdeflate_gzip_compress(
        compressor.get(), response.body.data(), response.body.size(), packed.data(), packed.size()
    );
    if (size == 0) return;  // it would not be shorter
    packed.resize(size);
    response.body = std::move(packed);
    response.headers.emplace_back("content-encoding", "gzip");
}

}  // namespace fovea::serve

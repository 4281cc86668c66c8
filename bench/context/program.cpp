// The judge of `./dev bench context`: what the request bodies of one conversation cost with the
// provider's prompt cache.
//
//   fovea-bench-context MODEL BODY…
//   {"requests": 80, "bytes": 1234, "largest": 99, "rewrites": 3, "images": 400, "read": …, "written": …, "fresh": …, "usd": 0.4}
#include <boost/json.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "prompt_cache.hpp"

namespace {

namespace json = boost::json;
using namespace fovea;

constexpr std::string_view kImage = R"("type":"image")";

Result<json::object> judge(const models::Model& model, std::span<char*> files) {
    bench::PromptCache cache(model);
    bench::CacheUse sum;
    std::string before;
    std::size_t bytes = 0;
    std::size_t largest = 0;
    std::size_t rewrites = 0;
    std::size_t images = 0;
    for (const std::string path : files) {
        std::ifstream in(path, std::ios::binary);
        const std::string body{std::istreambuf_iterator<char>(in), {}};
        sum += TRY(cache.send(body));
        bytes += body.size();
        largest = std::max(largest, body.size());
        const auto said = bench::without_marks(body);
        rewrites += said.starts_with(before) ? 0 : 1;
        before = bench::said_so_far(said);
        for (auto at = body.find(kImage); at != body.npos; at = body.find(kImage, at + 1)) ++images;
    }
    return json::object{
        {"requests", files.size()},
        {"bytes", bytes},
        {"largest", largest},
        {"rewrites", rewrites},
        {"images", images},
        {"read", sum.read},
        {"written", sum.written},
        {"fresh", sum.fresh},
        {"usd", cache.usd(sum)}};
}

}  // namespace

int main(int argc, char** argv) {
    const auto* model = argc > 1 ? models::shipped_catalogue().find(argv[1]) : nullptr;
    if (model == nullptr) {
        std::fprintf(stderr, "fovea-bench-context: no such model\n");
        return 64;
    }
    const auto judged = judge(*model, std::span(argv, static_cast<std::size_t>(argc)).subspan(2));
    if (!judged.ok()) {
        std::fprintf(stderr, "fovea-bench-context: %s\n", judged.error().message.c_str());
        return 1;
    }
    std::puts(json::serialize(judged.value()).c_str());
}

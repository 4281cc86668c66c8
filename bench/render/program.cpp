// Our side of `./dev bench render`: the way of a request from the store to the socket, without the
// socket.
//
//   fovea-bench-render put STORE FILE…                      one hash a line
//   fovea-bench-render send KIND STORE SINK ROUNDS SHA256…  {"ms": [9.1, 8.7], "peak_kib": 9876}
//
// A round is what one request costs: the dialect writes it, and its body is pulled in the blocks
// that libcurl asks for, the pictures read from the store as their turn comes, and written to SINK.
#include "fovea/providers/body_reader.hpp"
#include "fovea/providers/dialects.hpp"
#include "fovea/store/file_blobs.hpp"

#include <boost/json.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace json = boost::json;
using namespace fovea;

constexpr std::size_t kBlock = 64 << 10;  // CURLOPT_UPLOAD_BUFFERSIZE, unless set

class StoredFiles final : public providers::BlobSource {
public:
    explicit StoredFiles(store::BlobStore& blobs) : blobs_(blobs) {}

    Result<std::uint64_t> size(const content::BlobRef& blob) override { return blobs_.size(blob); }
    Result<Bytes> read(const content::BlobRef& blob) override { return blobs_.read(blob); }

private:
    store::BlobStore& blobs_;
};

// From /proc, because getrusage counts what the process held before it became this program.
long peak_kib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
    }
    return 0;
}

Result<void> put(const std::string& folder, std::span<char*> files) {
    const auto blobs = TRY(store::FileBlobs::open(folder));
    for (const std::string path : files) {
        std::ifstream in(path, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(in), {}};
        const auto blob = TRY(blobs->put(as_bytes(bytes)));
        std::puts(blob.sha256.hex().c_str());
    }
    return {};
}

Result<providers::Request> make_request(std::span<char*> names) {
    content::Message message;
    for (const std::string_view name : names) {
        const auto digest = TRY(Sha256::from_hex(name));
        message.content.emplace_back(content::ImageBlock{
            .source = content::BlobRef{digest}, .mime = "image/jpeg", .size = {1568, 1045}});
    }
    message.content.emplace_back(content::TextBlock{"What do these ten pictures have in common?"});
    return providers::Request{
        .model = "a-model", .system = "Answer briefly.", .messages = {message}};
}

Result<void> write_all(int sink, std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(sink, text.data(), text.size());
        if (written < 0) return Error{ErrorCode::Internal, "cannot write to the sink"};
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> send_once(
    const providers::Dialect& dialect,
    const providers::Request& request,
    providers::BlobSource& files,
    int sink
) {
    const auto wire = TRY(dialect.write(request, {}, providers::ReplyForm::Whole, files));
    providers::BodyReader body(wire.body, files);
    std::vector<char> block(kBlock);
    while (const auto count = TRY(body.read(block))) {
        TRY(write_all(sink, {block.data(), count}));
    }
    return {};
}

Result<void> send(std::string_view kind, const std::string& folder, std::span<char*> rest) {
    const std::string sink_path = rest[0];
    const std::string_view count = rest[1];
    int rounds = 0;
    std::from_chars(count.data(), count.data() + count.size(), rounds);

    const auto dialect = TRY(providers::make_dialect(kind));
    const auto blobs = TRY(store::FileBlobs::open(folder));
    StoredFiles files(*blobs);
    const auto request = TRY(make_request(rest.subspan(2)));
    const int sink = ::open(sink_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (sink < 0) return Error{ErrorCode::InvalidInput, "cannot open " + sink_path};

    json::array times;
    for (int round = 0; round < rounds; ++round) {
        const auto start = std::chrono::steady_clock::now();
        TRY(send_once(*dialect, request, files, sink));
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - start;
        times.emplace_back(took.count());
    }
    const json::object answer{{"ms", times}, {"peak_kib", peak_kib()}};
    std::puts(json::serialize(answer).c_str());
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
    const std::string_view verb = argc > 1 ? arguments[1] : "";
    Result<void> done = Error{
        ErrorCode::InvalidInput,
        "fovea-bench-render put STORE FILE… | send KIND STORE SINK ROUNDS SHA256…"};
    if (verb == "put" && argc > 3) done = put(arguments[2], arguments.subspan(3));
    if (verb == "send" && argc > 6) {
        done = send(arguments[2], arguments[3], arguments.subspan(4));
    }
    if (done.ok()) return 0;
    std::fprintf(stderr, "fovea-bench-render: %s\n", done.error().message.c_str());
    return 1;
}

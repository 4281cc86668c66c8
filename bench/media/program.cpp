// Our side of `./dev bench media`: does one job a line and says what it cost.
//
//   in   {"job": "ingest", "file": "shot.png"}
//   out  {"cpu_ms": 7.1, "bytes": 351234, "width": 1568, "height": 882}
//
// The time is the processor time of this process and of its sandboxed worker together, as the peers
// report their own. With --threads N the jobs of a line {"jobs": [...]} run on N workers and the
// answer is the wall time.
#include "fovea/base/base64.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/media/image/decode.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/media/worker/picture_workers.hpp"

#include <boost/json.hpp>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace json = boost::json;
using namespace fovea;

struct Outcome {
    media::PreparedPicture prepared;
    std::size_t body_bytes = 0;
};

double cpu_ms_of(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

double worker_cpu_ms(pid_t pid) {
    clockid_t clock{};
    return ::clock_getcpuclockid(pid, &clock) == 0 ? cpu_ms_of(clock) : 0;
}

Result<media::PrepareRequest> request_for(std::string_view job, ByteView file) {
    media::PrepareRequest request;
    if (job == "ingest") return request;
    if (job == "phash" || job == "validate") {
        request.rung = media::Rung::ValidateOnly;
        request.want_phash = job == "phash";
        return request;
    }
    request.rung = media::Rung::Encode;
    if (job == "lowres") {
        request.target.max_edge = 512;
        return request;
    }
    if (job == "crop") {
        const auto info = TRY(media::probe(file, {}));
        const auto size = info.upright_size();
        request.crop = media::RequestedPixels{size.width * 0.25, size.height * 0.25, 800, 600};
        return request;
    }
    return Error{ErrorCode::InvalidInput, "no job called " + std::string(job)};
}

// What a request's body costs: the hash that names the picture, and its base64 inside JSON. The
// memory is reused, as a server would.
std::size_t write_body(ByteView picture, std::string_view mime, std::vector<char>& body) {
    const auto name = sha256(picture).hex();
    const std::string head = "{\"name\":\"" + name +
                             "\",\"image\":{\"type\":\"base64\",\"media_type\":\"" +
                             std::string(mime) + "\",\"data\":\"";
    const auto needed = head.size() + base64_size(picture.size()) + 3;
    if (body.size() < needed) body.resize(needed);
    std::memcpy(body.data(), head.data(), head.size());
    const auto written = encode_base64(picture, std::span(body).subspan(head.size()));
    const auto end = head.size() + (written.ok() ? written.value() : 0);
    std::memcpy(body.data() + end, "\"}}", 3);
    return end + 3;
}

Result<Outcome> do_job(
    media::PictureJob& job,
    const std::string& name,
    const std::string& file,
    std::vector<char>& body
) {
    const auto size = TRY(ingest::read_source(ingest::FileSource{file}, job.input()));
    const ByteView bytes = job.input().first(size);
    const auto request = TRY(request_for(name, bytes));
    Outcome outcome;
    outcome.prepared = TRY(job.prepare(size, request));
    if (name != "phash") {
        const auto mime = media::mime_of(outcome.prepared.type);
        outcome.body_bytes = outcome.prepared.unchanged
                                 ? write_body(bytes, mime, body)
                                 : write_body(job.result(outcome.prepared).value(), mime, body);
    }
    return outcome;
}

std::string text_of(const json::object& line, const char* key) {
    const auto* value = line.if_contains(key);
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : "";
}

json::object run_one(
    media::PictureWorkers& workers, const json::object& line, std::vector<char>& body
) {
    auto job = workers.begin();
    if (!job.ok()) return {{"error", job.error().message}};
    const auto pid = job.value().worker_pid();
    const double before = cpu_ms_of(CLOCK_PROCESS_CPUTIME_ID) + worker_cpu_ms(pid);
    const auto start = std::chrono::steady_clock::now();
    const auto outcome = do_job(job.value(), text_of(line, "job"), text_of(line, "file"), body);
    const auto wall =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    const double after = cpu_ms_of(CLOCK_PROCESS_CPUTIME_ID) + worker_cpu_ms(pid);
    if (!outcome.ok()) return {{"error", outcome.error().message}};
    const auto& prepared = outcome.value().prepared;
    if (const auto out = text_of(line, "out"); !out.empty()) {
        const auto result = job.value().result(prepared).value();
        std::ofstream(out, std::ios::binary)
            .write(
                reinterpret_cast<const char*>(result.data()),
                static_cast<std::streamsize>(result.size())
            );
    }
    return {
        {"cpu_ms", after - before},
        {"wall_ms", wall},
        {"bytes", prepared.bytes},
        {"width", prepared.size.width},
        {"height", prepared.size.height},
        {"mime", media::mime_of(prepared.type)},
        {"out", text_of(line, "out")}};
}

// A list of jobs over all workers: throughput.
json::object run_many(media::PictureWorkers& workers, unsigned threads, const json::array& jobs) {
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> failed{0};
    const auto start = std::chrono::steady_clock::now();
    {
        std::vector<std::jthread> crew;
        for (unsigned i = 0; i < threads; ++i) {
            crew.emplace_back([&] {
                std::vector<char> body;
                for (auto at = next++; at < jobs.size(); at = next++) {
                    const auto answer = run_one(workers, jobs[at].as_object(), body);
                    if (answer.contains("error")) ++failed;
                }
            });
        }
    }
    const auto wall =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return {{"wall_ms", wall}, {"jobs", jobs.size()}, {"failed", failed.load()}};
}

}  // namespace

int main(int argc, char** argv) {
    const unsigned threads = argc > 2 && std::string_view(argv[1]) == "--threads"
                                 ? static_cast<unsigned>(std::atoi(argv[2]))
                                 : 1;
    const auto program = media::find_worker_program();
    if (!program.ok()) {
        std::fprintf(stderr, "%s\n", program.error().message.c_str());
        return 1;
    }
    auto workers = media::PictureWorkers::open({.program = program.value(), .workers = threads});
    if (!workers.ok()) {
        std::fprintf(stderr, "%s\n", workers.error().message.c_str());
        return 1;
    }
    std::vector<char> body;
    for (std::string text; std::getline(std::cin, text);) {
        boost::system::error_code bad;
        const auto parsed = json::parse(text, bad);
        if (bad || !parsed.is_object()) {
            std::cout << "{\"error\": \"not a JSON object\"}" << std::endl;
            continue;
        }
        const auto& line = parsed.as_object();
        const auto* many = line.if_contains("jobs");
        const auto answer = many != nullptr && many->is_array()
                                ? run_many(*workers.value(), threads, many->as_array())
                                : run_one(*workers.value(), line, body);
        std::cout << json::serialize(answer) << std::endl;
    }
    return 0;
}

#include "fovea/sandbox/hostile_lies.hpp"

#include "fovea/sandbox/packet_socket.hpp"

#include <sys/socket.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace fovea::sandbox {

namespace {

struct Lie {
    std::string_view name;
    PacketHeader header;
    std::size_t size = sizeof(PacketHeader);
};

std::vector<Lie> lies(std::size_t output_size) {
    constexpr auto kDone = PacketKind::Done;
    return {
        {"claim_huge_output", {.kind = kDone, .job = 1, .arena_bytes = UINT64_MAX}},
        {"claim_one_byte_too_many", {.kind = kDone, .job = 1, .arena_bytes = output_size + 1}},
        {"answer_another_job", {.kind = kDone, .job = 77}},
        {"send_wrong_kind", {.kind = PacketKind::Hello, .job = 1}},
        {"send_unknown_kind", {.kind = PacketKind{0xFFFFFFFF}, .job = 1}},
        {"send_wrong_magic", {.magic = 1, .kind = kDone, .job = 1}},
        {"send_half_a_header", {.kind = kDone, .job = 1}, sizeof(PacketHeader) / 2},
        {"send_too_much", {.kind = kDone, .job = 1}, sizeof(PacketHeader) + kMaxBody + 1},
        {"answer_twice", {.kind = kDone, .job = 1}},
    };
}

}  // namespace

bool tell_lie(std::string_view name, std::size_t output_size) {
    const auto all = lies(output_size);
    const auto lie = std::ranges::find(all, name, &Lie::name);
    if (lie == all.end()) return false;

    std::vector<char> packet(std::max(lie->size, sizeof lie->header));
    std::memcpy(packet.data(), &lie->header, sizeof lie->header);
    ::send(kSocketFd, packet.data(), lie->size, MSG_NOSIGNAL);
    if (name == "answer_twice") return true;

    const timespec hour{.tv_sec = 3600, .tv_nsec = 0};
    ::nanosleep(&hour, nullptr);
    return true;
}

}  // namespace fovea::sandbox

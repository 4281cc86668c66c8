// A few files as one stream, in the form that every system can unpack (POSIX ustar). Does no I/O.
//
//     const TarText tar({{"session.json", size, read}});
//     tar.size();   tar.read(0, 65536);
//     TarReader reader({.begin = …, .data = …, .end = …});
//     TRY(reader.feed(piece));   TRY(reader.finish());
#pragma once

#include "fovea/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::serve {

struct TarFile {
    std::string name;  // at most 100 bytes
    std::uint64_t size = 0;
    std::function<Result<std::string>(std::uint64_t offset, std::size_t most)> read;
};

class TarText {
public:
    explicit TarText(std::vector<TarFile> files);

    std::uint64_t size() const { return size_; }
    // At least one byte inside of it, and maybe fewer than are asked for.
    Result<std::string> read(std::uint64_t offset, std::size_t most) const;

private:
    std::vector<TarFile> files_;
    std::vector<std::uint64_t> begins_;  // of each file's header
    std::uint64_t size_ = 0;
};

struct TarEvents {
    std::function<Result<void>(const std::string& name, std::uint64_t size)> begin;
    std::function<Result<void>(std::string_view bytes)> data;
    std::function<Result<void>()> end;
};

// Plain files alone: folders and remarks are passed over, links and devices refused.
class TarReader {
public:
    explicit TarReader(TarEvents events) : events_(std::move(events)) {}

    // InvalidInput for what is no tar file.
    Result<void> feed(std::string_view piece);
    // All of it was there.
    Result<void> finish() const;

private:
    Result<void> take_header();

    TarEvents events_;
    std::string header_;
    std::uint64_t left_ = 0;     // of the file's bytes
    std::uint64_t padding_ = 0;  // behind them
    bool is_wanted_ = false;     // the file that is read
    bool is_over_ = false;       // the block of zeros was there
};

}  // namespace fovea::serve

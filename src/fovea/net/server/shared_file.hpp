// Bytes that go to many connections, once more in a file of memory alone: the system sends from there without copying
// them for each. A picture of 24 KB to a thousand clients costs half as much that way.
//
//     SharedFiles files;                                       // one for each loop
//     if (const auto* file = files.of(text)) sent = file->send(socket, written, broken);
//
// None where it is not worth it, or where there is no file to be had: then they are sent as any others.
#pragma once

#include "fovea/base/fd.hpp"

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace fovea::net {

class SharedFile {
public:
    // What is in the file stays as it is: what was sent may still be on its way.
    static std::unique_ptr<SharedFile> make(const std::shared_ptr<const std::string>& text);

    bool is_of(const std::shared_ptr<const std::string>& text) const {
        return !text_.owner_before(text) && !text.owner_before(text_) && bytes_ == text.get();
    }
    bool is_needed() const { return !text_.expired(); }

    // From there on; raises SIGPIPE where the peer is gone and nobody ignores it.
    std::size_t send(int socket, std::size_t from, boost::system::error_code& broken) const;

private:
    SharedFile(Fd file, const std::shared_ptr<const std::string>& text)
        : file_(std::move(file)), text_(text), bytes_(text.get()), size_(text->size()) {}

    const Fd file_;
    const std::weak_ptr<const std::string> text_;
    const std::string* const bytes_;  // not to be looked at
    const std::size_t size_;
};

class SharedFiles {
public:
    const SharedFile* of(const std::shared_ptr<const std::string>& text);
    // Whether `of` may have one.
    static bool is_worth_it(const std::shared_ptr<const std::string>& text);

private:
    std::vector<std::unique_ptr<SharedFile>> files_;  // the newest last
};

}  // namespace fovea::net

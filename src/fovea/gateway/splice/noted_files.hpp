// Remembers what became of each file of a request, in the order in which its reader met them.
#pragma once

#include "fovea/gateway/dialect.hpp"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::gateway {

struct NotedFile {
    std::uint64_t characters = 0;  // of its base64 or its address
    content::ContentBlock block;
};

class NotedFiles final : public FileTaker {
public:
    // Borrows it.
    explicit NotedFiles(FileTaker& taker) : taker_(taker) {}

    content::ContentBlock take_image(const InlineFile& file) override {
        return keep(file.base64, taker_.take_image(file));
    }
    content::ContentBlock take_document(const InlineFile& file) override {
        return keep(file.base64, taker_.take_document(file));
    }
    content::ContentBlock take_image_at(std::string_view url) override {
        return keep(url, taker_.take_image_at(url));
    }
    content::ContentBlock take_document_at(std::string_view url, std::string_view filename)
        override {
        return keep(url, taker_.take_document_at(url, filename));
    }

    const std::vector<NotedFile>& all() const { return all_; }

private:
    content::ContentBlock keep(std::string_view text, content::ContentBlock block) {
        all_.push_back({text.size(), block});
        return block;
    }

    FileTaker& taker_;
    std::vector<NotedFile> all_;
};

}  // namespace fovea::gateway

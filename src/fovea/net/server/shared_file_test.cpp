#include "fovea/net/server/shared_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <csignal>

namespace fovea::net {
namespace {

using Text = std::shared_ptr<const std::string>;

Text long_text(char what) {
    return std::make_shared<const std::string>(40'000, what);
}

std::vector<Text> for_many(const Text& text) {
    return std::vector<Text>(20, text);
}

struct Pair {
    Pair() {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) ==
            0) {
            near = Fd(ends[0]);
            far = Fd(ends[1]);
        }
    }
    std::string read() {
        std::string bytes(1u << 20, '\0');
        const auto count = ::recv(far.number(), bytes.data(), bytes.size(), 0);
        bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        return bytes;
    }
    Fd near, far;
};

TEST(SharedFiles, WhatGoesToManyIsSentFromAFileFromWhereverItStopped) {  // D3
    const auto text =
        std::make_shared<const std::string>(std::string(20'000, 'a') + std::string(20'000, 'b'));
    const auto many = for_many(text);
    SharedFiles files;
    Pair pair;

    const auto* file = files.of(text);
    ASSERT_NE(file, nullptr);
    EXPECT_EQ(files.of(many.back()), file);
    boost::system::error_code broken;
    std::size_t sent = 15'000;
    std::string heard;
    while (sent < text->size() && !broken) {
        sent += file->send(pair.near.number(), sent, broken);
        heard += pair.read();
    }

    EXPECT_FALSE(broken) << broken.message();
    EXPECT_EQ(heard, text->substr(15'000));
}

TEST(SharedFiles, WhatIsShortOrForFewHasNone) {
    SharedFiles files;
    const auto few = long_text('a');
    const auto shorter = std::make_shared<const std::string>("short");
    const auto many = for_many(shorter);

    EXPECT_EQ(files.of(few), nullptr);
    EXPECT_EQ(files.of(shorter), nullptr);
}

TEST(SharedFiles, TwoTextsOfOneOwnerAreToldApart) {
    struct Both {
        std::string first = std::string(40'000, 'a');
        std::string second = std::string(40'000, 'b');
    };
    const auto both = std::make_shared<const Both>();
    const Text first(both, &both->first);
    const Text second(both, &both->second);
    const auto many = for_many(first);
    SharedFiles files;

    const auto* one = files.of(first);
    const auto* other = files.of(second);

    EXPECT_NE(one, nullptr);
    EXPECT_NE(other, nullptr);
    EXPECT_NE(one, other);
}

TEST(SharedFiles, WhatIsGoneIsLetGoOfAndTheOldestWhereThereAreTooMany) {
    const auto open_files = [] {
        int count = 0;
        for (int number = 0; number < 200; ++number) count += ::fcntl(number, F_GETFD) >= 0 ? 1 : 0;
        return count;
    };
    const int before = open_files();
    SharedFiles files;
    for (char what = 'a'; what < 'z'; ++what) {
        const auto gone = long_text(what);
        const auto many = for_many(gone);
        ASSERT_NE(files.of(gone), nullptr);
    }
    EXPECT_EQ(open_files(), before + 1);

    std::vector<Text> texts;
    for (char what = 'a'; what < 'z'; ++what) {
        texts.push_back(long_text(what));
        const auto many = for_many(texts.back());
        ASSERT_NE(files.of(texts.back()), nullptr);
    }
    EXPECT_LE(open_files(), before + 4);
}

TEST(SharedFiles, AFullPeerAndOneThatIsGoneAreToldApart) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto text = long_text('x');
    const auto many = for_many(text);
    SharedFiles files;
    Pair pair;
    const auto* file = files.of(text);
    ASSERT_NE(file, nullptr);

    boost::system::error_code full;
    while (!full) file->send(pair.near.number(), 0, full);
    pair.far.close();
    boost::system::error_code gone;
    file->send(pair.near.number(), 0, gone);

    EXPECT_EQ(full, boost::system::errc::resource_unavailable_try_again);
    EXPECT_EQ(gone, boost::system::errc::broken_pipe);
}

}  // namespace
}  // namespace fovea::net

#include "fovea/store/read_into.hpp"

#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

namespace fovea::store {
namespace {

TEST(ReadInto, PutsAStoredFileWhereThereIsRoomForIt) {  // M6, S1
    const TestFolder folder;
    const auto blobs = FileBlobs::open(folder / "blobs").value();
    const auto blob = blobs->put(as_bytes("the file")).value();
    Bytes room(100);

    const auto size = read_into(room, *blobs, blob);

    ASSERT_TRUE(size.ok()) << size.error().message;
    EXPECT_EQ(as_text(ByteView(room).first(size.value())), "the file");
}

TEST(ReadInto, RefusesWhatIsTooLargeOrGone) {  // M6
    const TestFolder folder;
    const auto blobs = FileBlobs::open(folder / "blobs").value();
    const auto blob = blobs->put(as_bytes("the file")).value();
    Bytes room(7);

    EXPECT_EQ(read_into(room, *blobs, blob).error().code, ErrorCode::FileTooLarge);
    const content::BlobRef gone{sha256(as_bytes("another"))};
    EXPECT_EQ(read_into(room, *blobs, gone).error().code, ErrorCode::FileNotFound);
}

}  // namespace
}  // namespace fovea::store

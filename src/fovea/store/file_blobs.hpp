// Blobs in a folder: <2 digits>/<64 digits>, written to tmp/ first.
//
// Folders are 0700 and files 0600. A temporary file is locked by its writer, so one whose writer is
// gone can be told from one that is being written.
#pragma once

#include "fovea/store/blobs.hpp"
#include "fovea/store/temporary_file.hpp"
#include "fovea/store/upkeep.hpp"

#include <filesystem>
#include <memory>

namespace fovea::store {

class FileBlobs : public BlobStore, public Upkeep {
public:
    static Result<std::unique_ptr<FileBlobs>> open(
        std::filesystem::path folder, Clock clock = system_now
    );

    // Of a folder that is only read: makes nothing, there or not.
    static std::unique_ptr<FileBlobs> to_read(std::filesystem::path folder);

    Result<content::BlobRef> put(ByteView bytes, const Call& call = {}) override;
    Result<std::unique_ptr<BlobWriter>> begin_put(const Call& call = {}) override;
    Result<Bytes> read(
        const content::BlobRef& blob, Verify verify = Verify::No, const Call& call = {}
    ) override;
    Result<Bytes> read_part(
        const content::BlobRef& blob, std::uint64_t offset, std::size_t most, const Call& call = {}
    ) override;
    Result<BlobInfo> info(const content::BlobRef& blob, const Call& call = {}) override;
    Result<Fd> open_blob(const content::BlobRef& blob, const Call& call = {}) override;
    Result<content::BlobRef> find(std::string_view prefix, const Call& call = {}) override;
    Result<std::vector<BlobInfo>> list(const BlobPage& page = {}, const Call& call = {}) override;
    Result<bool> remove(
        const content::BlobRef& blob, Time last_put = Time::max(), const Call& call = {}
    ) override;

    // Whatever lies among the blobs and is none; the temporary files of writers that are gone.
    Result<std::vector<std::string>> find_damage(const Call& call = {}) override;
    Result<std::vector<std::string>> find_leftovers(const Call& call = {}) override;
    Result<void> remove_leftovers(const Call& call = {}) override;

    // Where the bytes lie, stored or not.
    std::filesystem::path path_of(const content::BlobRef& blob) const;

private:
    class Writer;

    FileBlobs(std::filesystem::path folder, Clock clock);

    Result<bool> put_again(const content::BlobRef& blob, std::uint64_t size, const Call& call);
    bool touch(const content::BlobRef& blob, std::uint64_t size);
    Result<void> move_in(
        TemporaryFile file, const content::BlobRef& blob, std::uint64_t size, const Call& call
    );
    Result<void> sync(const content::BlobRef& blob) const;

    std::filesystem::path folder_;
    Clock clock_;
};

}  // namespace fovea::store

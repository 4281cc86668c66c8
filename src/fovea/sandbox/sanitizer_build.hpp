// Address, thread and memory sanitizers reserve terabytes of address space and read /proc, so a
// worker built with one cannot live under the full lockdown. It gets a relaxed one and says so in
// its Layers.
#pragma once

namespace fovea::sandbox {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitizerBuild = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
inline constexpr bool kSanitizerBuild = true;
#else
inline constexpr bool kSanitizerBuild = false;
#endif
#else
inline constexpr bool kSanitizerBuild = false;
#endif

}  // namespace fovea::sandbox

#include "fovea/browser/chromium_arguments.hpp"

#include "fovea/sandbox/enclosure.hpp"

namespace fovea::browser {

namespace {

// Services of the browser that would ask its maker's servers, or look around in the network.
constexpr const char* kFeaturesOff =
    "--disable-features=AimEnabled,AimServerEligibilityEnabled,AimServerRequestOnStartupEnabled,"
    "AutofillServerCommunication,CertificateTransparencyComponentUpdater,"
    "DialMediaRouteProvider,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "InterestFeedContentSuggestions,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationGuideModelDownloading,OptimizationHints,OptimizationHintsFetching,"
    "PrivacySandboxSettings4,SafeBrowsingRealTimeUrlLookupReferringAppInfo,"
    "SegmentationPlatform,Translate,WebRtcHideLocalIpsWithMdns";

}  // namespace

std::vector<std::string> chromium_arguments(const std::filesystem::path& profile) {
    return {
        "--headless=new",
        "--remote-debugging-pipe",
        "--no-startup-window",
        "--user-data-dir=" + (profile / "profile").string(),
        std::string(sandbox::kWithoutOwnSandbox) + "--no-sandbox",

        // One way out, for loopback too, and no name is resolved on this side of it.
        "--proxy-server=socks5://127.0.0.1:" + std::string(sandbox::kEnclosurePort),
        "--proxy-bypass-list=<-loopback>",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        "--disable-quic",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--dns-prefetch-disable",

        // Nothing of its own account.
        "--disable-background-networking",
        "--disable-breakpad",
        "--disable-client-side-phishing-detection",
        "--disable-component-extensions-with-background-pages",
        "--disable-component-update",
        "--component-updater=url-source=https://127.0.0.1:1/,initial-delay=36000",
        "--disable-crash-reporter",
        "--disable-default-apps",
        "--disable-domain-reliability",
        "--disable-extensions",
        "--disable-field-trial-config",
        "--disable-search-engine-choice-screen",
        "--disable-sync",
        "--metrics-recording-only",
        "--no-default-browser-check",
        "--no-first-run",
        "--no-pings",
        "--no-service-autorun",
        "--password-store=basic",
        "--safebrowsing-disable-auto-update",
        "--use-mock-keychain",
        kFeaturesOff,

        // A page shows itself and does nothing else.
        "--deny-permission-prompts",
        "--disable-notifications",
        "--mute-audio",
        "--autoplay-policy=user-gesture-required",

        // The same pixels on every machine, and no memory outside of its folder.
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-lcd-text",
        "--force-color-profile=srgb",
        "--force-device-scale-factor=1",
        "--hide-scrollbars",
        "--renderer-process-limit=4",
        "--js-flags=--max-old-space-size=512",
        "--disk-cache-size=1",
    };
}

std::vector<std::string> chromium_environment(const std::filesystem::path& profile) {
    const auto home = profile.string();
    return {
        "PATH=/usr/bin:/bin",
        "HOME=" + home,
        "TMPDIR=" + home,
        "XDG_CONFIG_HOME=" + home,
        "XDG_CACHE_HOME=" + home,
        "XDG_RUNTIME_DIR=" + home,
        "DBUS_SESSION_BUS_ADDRESS=disabled:",
        "DBUS_SYSTEM_BUS_ADDRESS=disabled:",
        "LC_ALL=C.UTF-8",
        "TZ=UTC",
    };
}

}  // namespace fovea::browser

"""Pictures and PDFs inside a request: base64 as it must be, bytes of the type that is declared, every
picture decoded to its last pixel."""

import base64
import binascii
import hashlib
import io
import math
import re
import urllib.parse
import warnings

from PIL import Image, ImageFile

ImageFile.LOAD_TRUNCATED_IMAGES = False
Image.MAX_IMAGE_PIXELS = 400_000_000

DATA_URL = re.compile(r"data:([a-z]+/[a-z0-9.+-]+);base64,")


def decoded_base64(data, path, report):
    """The bytes, or None after a problem. Canonical only: no line breaks, no URL alphabet, full
    padding, no stray bits in the last letter."""
    report.media_paths.add(path)
    if data.startswith("data:"):
        report.problem(path, "is a data URL, where bare base64 is wanted")
        return None
    try:
        raw = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError) as error:
        report.problem(path, f"is no base64: {error}")
        return None
    if base64.b64encode(raw).decode() != data:
        report.problem(path, "is not canonical base64")
        return None
    if not raw:
        report.problem(path, "is an empty file")
        return None
    return raw


def sniffed(raw):
    if raw.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if raw.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if raw[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return "image/webp"
    if raw.startswith(b"%PDF-"):
        return "application/pdf"
    return "something unknown"


def metadata_of(image):
    kept = [name for name in ("exif", "xmp", "XML:com.adobe.xmp", "photoshop", "comment") if image.info.get(name)]
    if getattr(image, "text", None):
        kept.append("text")
    return kept


class Files:
    """Counts what a request holds, and says at the end whether it is too much."""

    def __init__(self, limits, report):
        self.limits, self.report = limits, report
        self.pdf_bytes = 0

    def image(self, data, path, declared=None):
        """A picture as bare base64; `declared` is its media type where the provider has one."""
        raw = decoded_base64(data, path, self.report)
        if raw is None:
            return
        mime = sniffed(raw)
        if declared is not None and declared != mime:
            self.report.problem(path, f"is declared as {declared} and is {mime}")
        if mime.removeprefix("image/") not in self.limits.formats:
            self.report.problem(path, f"is {mime}; the provider takes {', '.join(self.limits.formats)}")
        if 0 < self.limits.max_image_base64 < len(data):
            self.report.problem(path, f"has {len(data)} bytes of base64, more than {self.limits.max_image_base64}")
        self._decode(raw, path, mime)

    def _decode(self, raw, path, mime):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", Image.DecompressionBombWarning)
                image = Image.open(io.BytesIO(raw))
                frames = getattr(image, "n_frames", 1)
                for frame in range(frames):
                    image.seek(frame)
                    image.load()
                image.seek(0)
        except Exception as error:  # Pillow throws whatever its decoders do
            self.report.problem(path, f"cannot be decoded: {error}")
            return
        if frames > 1 and not self.limits.animated:
            self.report.problem(path, f"moves ({frames} frames), which the provider refuses")
        self.report.images.append(
            {
                "path": path,
                "mime": mime,
                "width": image.width,
                "height": image.height,
                "bytes": len(raw),
                "sha256": hashlib.sha256(raw).hexdigest(),
                "frames": frames,
                "metadata": metadata_of(image),
            }
        )

    def data_url(self, url, path, kind="image"):
        """A picture, or a document, as `data:TYPE;base64,…`."""
        head = DATA_URL.match(url)
        if head is None:
            self.report.media_paths.add(path)
            self.report.problem(path, f"is no data URL of the form data:TYPE;base64,…: {url[:40]!r}")
            return
        data = url[head.end():]
        if kind == "image":
            self.image(data, path, declared=head[1])
        else:
            self.document(data, path, declared=head[1])

    def image_url(self, url, path):
        """A data URL, or the address of a picture where the provider fetches those."""
        if url.startswith("data:"):
            self.data_url(url, path)
        else:
            self.remote(url, path)

    def remote(self, url, path, kind="image"):
        self.report.media_paths.add(path)
        if not self.limits.urls:
            self.report.problem(path, "is a URL, which this provider does not fetch")
        try:
            parts = urllib.parse.urlsplit(url)
            sound = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
        except ValueError:
            sound = False
        if not sound or re.search(r"[\s\x00-\x1f]", url):
            self.report.problem(path, f"is no address that can be fetched: {url[:60]!r}")
        self.report.urls.append({"path": path, "url": url, "kind": kind})

    def document(self, data, path, declared):
        raw = decoded_base64(data, path, self.report)
        if raw is None:
            return
        if not self.limits.pdf:
            self.report.problem(path, "is a document, which this provider does not take")
        if declared != "application/pdf" or sniffed(raw) != "application/pdf":
            self.report.problem(path, f"is declared as {declared} and is {sniffed(raw)}; only PDF is taken")
        # Objects in compressed streams are not seen: the count is then unknown.
        pages = None if b"/ObjStm" in raw else len(re.findall(rb"/Type\s*/Page(?![a-zA-Z])", raw))
        if pages and 0 < self.limits.max_pdf_pages < pages:
            self.report.problem(path, f"has {pages} pages, more than {self.limits.max_pdf_pages}")
        if 0 < self.limits.max_pdf_bytes < len(raw):
            self.report.problem(path, f"has {len(raw)} bytes, more than {self.limits.max_pdf_bytes}")
        if re.search(rb"/Encrypt\s+\d+\s+\d+\s+R", raw):
            self.report.problem(path, "is encrypted")
        self.pdf_bytes += len(raw)
        self.report.documents.append(
            {"path": path, "bytes": len(raw), "pages": pages, "sha256": hashlib.sha256(raw).hexdigest()}
        )

    def finish(self, body_bytes):
        limits, report = self.limits, self.report
        by_url = sum(1 for one in report.urls if one["kind"] == "image")
        count = len(report.images) + by_url
        if 0 < limits.max_images < count:
            report.problem("", f"holds {count} pictures, more than {limits.max_images}")
        many = 0 < limits.many_images < count
        edge = limits.many_edge if many else limits.max_edge
        for image in report.images:
            longest = max(image["width"], image["height"])
            if 0 < edge < longest:
                rule = f" in a request of {count} pictures" if many else ""
                report.problem(image["path"], f"has a side of {longest} pixels, more than {edge}{rule}")
            patches = math.ceil(image["width"] / 32) * math.ceil(image["height"] / 32)
            if 0 < limits.max_patches < patches:
                report.problem(image["path"], f"has {patches} patches, more than {limits.max_patches}")
        if 0 < limits.max_request_bytes < body_bytes:
            report.problem("", f"has {body_bytes} bytes, more than {limits.max_request_bytes}")
        if 0 < limits.max_all_pdf_bytes < self.pdf_bytes:
            report.problem("", f"holds {self.pdf_bytes} bytes of PDF, more than {limits.max_all_pdf_bytes}")

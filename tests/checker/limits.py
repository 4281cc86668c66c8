"""What providers take at most (as of autumn 2026). Each value can be replaced by --limits key=value.

max_image_base64    bytes of one picture, counted as base64
max_edge            pixels of the longer side
many_images         above so many pictures in one request, many_edge holds instead of max_edge
max_images          pictures in one request, earlier turns and tool results included
max_request_bytes   the whole body
max_patches         32-pixel patches of one picture (OpenAI refuses more)
max_pdf_pages, max_pdf_bytes, max_all_pdf_bytes
formats             what pictures may be
urls, pdf           whether pictures may go by URL and PDFs at all
tool_images         whether tool results may hold pictures
animated            whether a picture may move
"""

import dataclasses
import re

MIB = 1 << 20
MB = 1_000_000


@dataclasses.dataclass
class Limits:
    max_image_base64: int = 0  # 0: no limit known
    max_edge: int = 0
    many_images: int = 0
    many_edge: int = 0
    max_images: int = 0
    max_request_bytes: int = 0
    max_patches: int = 0
    max_pdf_pages: int = 0
    max_pdf_bytes: int = 0
    max_all_pdf_bytes: int = 0
    formats: tuple = ("png", "jpeg")
    urls: bool = False
    pdf: bool = False
    tool_images: bool = False
    animated: bool = False


EVERYONE = ("png", "jpeg", "webp", "gif")


def anthropic(model):
    # Models with a context of 200,000 tokens take fewer pictures and pages.
    small = re.search(r"-(4-5|4-1|4-0|4-2025\d+|3-)", model or "") is not None
    return Limits(
        max_image_base64=10 * MIB,
        max_edge=8000,
        many_images=20,
        many_edge=2000,
        max_images=100 if small else 600,
        max_request_bytes=32 * MB,
        max_pdf_pages=100 if small else 600,
        formats=EVERYONE,
        urls=True,
        pdf=True,
        tool_images=True,
        animated=True,  # its first frame is looked at
    )


def openai_chat(model):
    return Limits(
        max_images=1500,
        max_request_bytes=512 * MB,
        max_patches=30_000,
        max_pdf_bytes=50 * MB,
        max_all_pdf_bytes=50 * MB,
        formats=EVERYONE,
        urls=True,
        pdf=True,
    )


def openai_responses(model):
    return dataclasses.replace(openai_chat(model), tool_images=True)


def openai_compatible(model):
    return Limits()  # what every such server takes


def gemini(model):
    return Limits(
        max_images=3600,
        max_request_bytes=100 * MB,
        max_pdf_pages=1000,
        max_pdf_bytes=50 * MB,
        formats=("png", "jpeg", "webp"),
        urls=True,
        pdf=True,
        tool_images=re.match(r"(models/)?gemini-([3-9]|\d\d)", model or "") is not None,
    )


def ollama(model):
    return Limits(formats=("png", "jpeg", "webp"))


FOR_KIND = {
    "anthropic": anthropic,
    "openai_chat": openai_chat,
    "openai_responses": openai_responses,
    "openai_compatible": openai_compatible,
    "gemini": gemini,
    "ollama": ollama,
}


def replaced(limits, pairs):
    """The limits with `key=value` texts applied; ValueError for one that is not known."""
    values = {}
    kinds = {field.name: type(getattr(limits, field.name)) for field in dataclasses.fields(limits)}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if key not in kinds or not equals:
            raise ValueError(f"{pair}: no such limit; there are {', '.join(kinds)}")
        if kinds[key] is tuple:
            values[key] = tuple(value.split(","))
        elif kinds[key] is bool:
            values[key] = value in ("1", "true", "yes")
        else:
            values[key] = int(value)
    return dataclasses.replace(limits, **values)

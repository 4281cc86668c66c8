"""What must never stand in the words of a request: names of our own blobs, and files as text."""

import re

# Models are told short ids of pictures (8 digits); the whole name is ours.
REFERENCES = re.compile(r"""sha256:[0-9a-f]{9,}|["'](sha256|blob|blob_ref)["']\s*:|\b[0-9a-f]{64}\b""")
DATA_URL = re.compile(r"data:[\w.+-]+/[\w.+-]+;base64,")
RUN = re.compile(r"[A-Za-z0-9+/]{200,}")

# Descriptions by the vision proxy do name the picture they are of.
FENCE = re.compile(r"<vision_proxy_\w+[^>]*>")


def is_base64(run):
    return all(re.search(kind, run) for kind in ("[A-Z]", "[a-z]", "[0-9]"))


def check_text(text, path, report):
    text = FENCE.sub("", text)
    if REFERENCES.search(text):
        report.problem(path, "names a blob of ours")
    if DATA_URL.search(text):
        report.problem(path, "holds a data URL as text")
    if any(is_base64(run) for run in RUN.findall(text)):
        report.problem(path, "holds base64 as text")


# What models and providers gave in encrypted form goes back as it came.
OPAQUE = {"signature", "thoughtSignature", "encrypted_content"}


def check_strings(value, path, report):
    """Every string of the body that is not a file."""
    if isinstance(value, str):
        if path not in report.media_paths:
            check_text(value, path, report)
    elif isinstance(value, list):
        for i, one in enumerate(value):
            check_strings(one, f"{path}.{i}", report)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key not in OPAQUE and value.get("type") != "redacted_thinking":
                check_strings(one, f"{path}.{key}" if path else key, report)

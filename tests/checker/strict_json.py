"""JSON as strictly as any provider reads it: UTF-8, no key twice, no NaN, no half of a surrogate pair."""

import json


class NotStrict(ValueError):
    pass


def _object(pairs):
    found = {}
    for key, value in pairs:
        if key in found:
            raise NotStrict(f"the key {key!r} stands twice in an object")
        found[key] = value
    return found


def _constant(name):
    raise NotStrict(f"{name} is no JSON")


def parse(raw):
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotStrict(f"not UTF-8: {error.reason} at byte {error.start}") from None
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except (json.JSONDecodeError, RecursionError) as error:
        raise NotStrict(f"not JSON: {error}") from None
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise NotStrict("half of a surrogate pair in a string") from None
    return value

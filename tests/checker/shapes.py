"""Shapes of JSON values, as closed as the types of the official SDKs: a key that is not named is a
problem, a required one that is missing too.

    IMAGE = Obj({"type": Enum("image"), "source": SOURCE}, {"cache_control": Nullable(CACHE)})
    IMAGE.check(value, "messages.0.content.1", report)

check() tells whether the value may be looked at further.
"""

import re


def name_of(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    return {str: "a string", int: "a number", float: "a number", list: "an array", dict: "an object"}[type(value)]


def shown(value):
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


class Str:
    def __init__(self, pattern=None, min=0, max=None):
        self.pattern, self.min, self.max = pattern, min, max

    def check(self, value, path, report):
        if not isinstance(value, str):
            report.problem(path, f"is {name_of(value)}, not a string")
            return False
        if len(value) < self.min:
            report.problem(path, "is empty" if self.min == 1 else f"is shorter than {self.min}")
            return False
        if self.max is not None and len(value) > self.max:
            report.problem(path, f"is longer than {self.max}")
            return False
        if self.pattern and not re.fullmatch(self.pattern, value):
            report.problem(path, f"{shown(value)} does not match {self.pattern}")
            return False
        return True


class Int:
    def __init__(self, min=None, max=None):
        self.min, self.max = min, max

    def check(self, value, path, report):
        if not isinstance(value, int) or isinstance(value, bool):
            report.problem(path, f"is {name_of(value)}, not an integer")
            return False
        if (self.min is not None and value < self.min) or (self.max is not None and value > self.max):
            report.problem(path, f"{value} is out of range")
            return False
        return True


class Num:
    def check(self, value, path, report):
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            report.problem(path, f"is {name_of(value)}, not a number")
            return False
        return True


class Bool:
    def check(self, value, path, report):
        if not isinstance(value, bool):
            report.problem(path, f"is {name_of(value)}, not a boolean")
            return False
        return True


class Enum:
    def __init__(self, *values):
        self.values = values

    def check(self, value, path, report):
        if not any(type(value) is type(one) and value == one for one in self.values):
            report.problem(path, f"{shown(value)} is none of {', '.join(map(repr, self.values))}")
            return False
        return True


class Nullable:
    def __init__(self, shape):
        self.shape = shape

    def check(self, value, path, report):
        return value is None or self.shape.check(value, path, report)


class Free:
    """An object whose keys are somebody else's: a JSON schema, a tool's input."""

    def check(self, value, path, report):
        if not isinstance(value, dict):
            report.problem(path, f"is {name_of(value)}, not an object")
            return False
        return True


class Arr:
    def __init__(self, item, min=0, max=None):
        self.item, self.min, self.max = item, min, max

    def check(self, value, path, report):
        if not isinstance(value, list):
            report.problem(path, f"is {name_of(value)}, not an array")
            return False
        if len(value) < self.min:
            report.problem(path, "is empty" if self.min == 1 else f"has fewer than {self.min} items")
        if self.max is not None and len(value) > self.max:
            report.problem(path, f"has {len(value)} items, more than {self.max}")
        checks = [self.item.check(one, f"{path}.{i}", report) for i, one in enumerate(value)]
        return all(checks)


class Obj:
    def __init__(self, required, optional=None):
        self.required = required
        self.known = {**required, **(optional or {})}

    def check(self, value, path, report):
        if not isinstance(value, dict):
            report.problem(path, f"is {name_of(value)}, not an object")
            return False
        good = True
        for key in self.required:
            if key not in value:
                report.problem(path, f"has no {key!r}")
                good = False
        for key, one in value.items():
            below = f"{path}.{key}" if path else key
            if key not in self.known:
                report.problem(below, "is no key of this object")
                good = False
            elif not self.known[key].check(one, below, report):
                good = False
        return good


class Tagged:
    """One of several objects, told apart by the value of one key."""

    def __init__(self, key, shapes):
        self.key, self.shapes = key, shapes

    def check(self, value, path, report):
        if not isinstance(value, dict):
            report.problem(path, f"is {name_of(value)}, not an object")
            return False
        tag = value.get(self.key)
        shape = self.shapes.get(tag) if isinstance(tag, str) else None
        if shape is None:
            report.problem(path, f"{self.key} {shown(tag)} is none of {', '.join(self.shapes)}")
            return False
        return shape.check(value, path, report)


class StrOr:
    """A string, or something else."""

    def __init__(self, other, string=None):
        self.string, self.other = string or Str(), other

    def check(self, value, path, report):
        return (self.string if isinstance(value, str) else self.other).check(value, path, report)

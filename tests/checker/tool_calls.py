"""Calls and results: each call has exactly one result, where the API looks for it."""


class Calls:
    """Results that are due. Ids are unique over the whole conversation."""

    def __init__(self, report):
        self.report = report
        self.seen = set()
        self.open = {}  # id -> path of the call

    def call(self, identifier, path):
        if identifier in self.seen:
            self.report.problem(path, f"the id {identifier!r} was used before")
        self.seen.add(identifier)
        self.open[identifier] = path

    def result(self, identifier, path):
        if identifier in self.open:
            del self.open[identifier]
        elif identifier in self.seen:
            self.report.problem(path, f"a second or late result of the call {identifier!r}")
        else:
            self.report.problem(path, f"a result of a call {identifier!r} that was never made")

    def close(self, why):
        """The place where all results must have come."""
        for identifier, path in self.open.items():
            self.report.problem(path, f"the call {identifier!r} has no result {why}")
        self.open.clear()

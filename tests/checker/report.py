"""What a check found: problems, and everything the model would see."""


class Report:
    def __init__(self):
        self.problems = []
        self.images = []
        self.documents = []
        self.urls = []
        self.texts = []
        self.media_paths = set()  # strings that are files: no text, so not searched for leaks

    def problem(self, path, sentence):
        self.problems.append(f"{path or 'body'}: {sentence}")

    def text(self, path, text):
        self.texts.append({"path": path, "text": text})

    def as_json(self):
        return {
            "ok": not self.problems,
            "problems": self.problems,
            "images": self.images,
            "documents": self.documents,
            "urls": self.urls,
            "texts": self.texts,
        }

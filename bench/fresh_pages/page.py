"""A page to draw, and how pages look: fonts, colours, pictures without words."""

import collections
import html
import subprocess

Page = collections.namedtuple("Page", "width height scale style body")

SANS = ["Inter", "Roboto", "Open Sans", "Lato", "Noto Sans", "Liberation Sans", "DejaVu Sans", "Cantarell", "Carlito"]
SERIF = ["Liberation Serif", "Noto Serif", "DejaVu Serif"]
MONO = ["JetBrains Mono", "Fira Code", "Hack", "Liberation Mono", "DejaVu Sans Mono"]

# background, raised background, text, faint text, lines, accent, text on the accent
LIGHT = [
    ("#ffffff", "#f5f6f8", "#1f2328", "#656d76", "#d8dee4", "#0969da", "#ffffff"),
    ("#fafaf7", "#efeee8", "#2b2a27", "#77736a", "#dad7cd", "#9a3b1e", "#ffffff"),
    ("#fdf6e3", "#eee8d5", "#073642", "#657b83", "#d9d2bf", "#268bd2", "#fdf6e3"),
    ("#f7f9fc", "#ffffff", "#172b4d", "#5e6c84", "#dfe1e6", "#00875a", "#ffffff"),
]
DARK = [
    ("#1e1e1e", "#252526", "#d4d4d4", "#8b8b8b", "#3a3a3a", "#4daafc", "#10202e"),
    ("#0d1117", "#161b22", "#e6edf3", "#848d97", "#30363d", "#2f81f7", "#ffffff"),
    ("#282a36", "#313341", "#f8f8f2", "#9aa3c4", "#44475a", "#bd93f9", "#1b1c24"),
    ("#17212b", "#0e1621", "#f5f5f5", "#8296a6", "#26323e", "#64b5ef", "#0c1720"),
]


class Look:
    """The fonts and colours of one page."""

    def __init__(self, rng, dark=None):
        there = installed()
        pick = lambda names, kind: "'%s', %s" % (rng.choice([name for name in names if name in there] or [kind]), kind)  # noqa: E731
        self.sans, self.serif, self.mono = pick(SANS, "sans-serif"), pick(SERIF, "serif"), pick(MONO, "monospace")
        self.dark = rng.random() < 0.5 if dark is None else dark
        self.back, self.raised, self.text, self.faint, self.line, self.accent, self.on_accent = rng.choice(DARK if self.dark else LIGHT)

    def base(self, size, font=None):
        return "body{margin:0;background:%s;color:%s;font:%spx %s}" % (self.back, self.text, size, font or self.sans)


def installed(found=[]):
    if not found:
        listed = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True).stdout
        found.append({family.strip() for line in listed.splitlines() for family in line.split(",")})
    return found[0]


def esc(text):
    return html.escape(str(text), quote=False)


def rows(lines, tag="td"):
    return "".join("<tr>%s</tr>" % "".join("<%s>%s</%s>" % (tag, esc(cell), tag) for cell in line) for line in lines)


# Draws something like a photograph on every canvas.photo: light, shapes out of focus, grain.
PHOTOS = """<script>
for (const canvas of document.querySelectorAll('canvas.photo')) {
  let seed = +canvas.dataset.seed; const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const w = canvas.width = canvas.clientWidth, h = canvas.height = canvas.clientHeight, c = canvas.getContext('2d');
  const hue = random() * 360, sky = c.createLinearGradient(0, 0, w * random(), h);
  for (let i = 0; i <= 4; i++) sky.addColorStop(i / 4, `hsl(${hue + 50 * random()},${20 + 40 * random()}%,${20 + 55 * random()}%)`);
  c.fillStyle = sky; c.fillRect(0, 0, w, h);
  for (let i = 0; i < 40; i++) {
    c.filter = `blur(${1 + random() * 18}px)`;
    c.fillStyle = `hsla(${hue + 120 * random()},${15 + 55 * random()}%,${10 + 75 * random()}%,${0.15 + 0.6 * random()})`;
    c.beginPath(); c.ellipse(w * random(), h * random(), w * 0.25 * random(), h * 0.3 * random(), 3 * random(), 0, 7); c.fill();
  }
  c.filter = 'none';
  for (let i = 0; i < 12; i++) {
    c.strokeStyle = `hsla(${hue + 90 * random()},30%,${70 * random()}%,0.35)`; c.lineWidth = 1 + 2 * random(); c.beginPath();
    let x = w * random(), y = h * random(); c.moveTo(x, y); c.bezierCurveTo(x + 90 * random(), y - 90 * random(), x - 60 * random(), y + 90 * random(), x + 160 * (random() - 0.5), y + 160 * random()); c.stroke();
  }
  const grain = c.getImageData(0, 0, w, h);
  for (let i = 0; i < grain.data.length; i += 4) { const n = (random() - 0.5) * 26; for (let k = 0; k < 3; k++) grain.data[i + k] += n; }
  c.putImageData(grain, 0, 0);
}
</script>"""


photographs = []  # addresses of real ones, where there are any; draw.py fills it


def photo(rng, style=""):
    number = rng.randint(1, 2**31 - 2)
    if photographs:
        return "<img class=photo src='%s' style='object-fit:cover;%s'>" % (photographs[number % len(photographs)], style)
    return "<canvas class=photo data-seed=%d style='%s'></canvas>" % (number, style)

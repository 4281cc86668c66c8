"""What pages are about: people, places, things, sums, sentences and sources, chosen by a random.Random."""

import string

FIRST = """Amara Anders Beatriz Bogdan Camille Chidi Dagmar Dimitri Eilidh Emeka Farah Felix Greta Gustavo Hana Henrik Ingrid
Ismail Jolanta Joaquin Kaisa Kwame Leila Lorenzo Maren Mateusz Nadia Nikolai Odile Oscar Petra Quentin Rahel Rohan Saskia
Stefan Tamsin Tobias Ursula Viktor Wanda Xavier Yasmin Zoltan""".split()
LAST = """Abernathy Bianchi Castellano Dahlberg Eriksen Fitzgerald Grabowski Hakimi Ivanova Jankowski Kaplan Lindgren Moreau
Nakamura Okonkwo Petrov Quintero Rosenthal Schuster Tanaka Underwood Vasquez Whitaker Yilmaz Zielinski Brennan Sorensen""".split()
CITIES = """Antwerp Bergen Coimbra Dundee Esbjerg Fribourg Girona Haarlem Innsbruck Jena Kaunas Limerick Maribor Nantes Oulu
Padua Rijeka Salamanca Tartu Utrecht Verona Wexford Zaragoza""".split()
STREETS = """Orchard Station Mill Chapel Garden Bridge Market School Harbour Castle Forest Meadow Linden Quarry""".split()
THINGS = [
    "wool blanket", "desk lamp", "tea kettle", "garden hose", "bread knife", "travel mug", "oak shelf", "bath towel", "wall clock",
    "camping stove", "paper lantern", "leather belt", "rain jacket", "pencil case", "soup bowl", "yoga mat", "bicycle pump",
    "picture frame", "pillow case", "chess board", "hand cream", "coffee grinder", "watering can", "linen apron", "door mat"]
TRAITS = ["organic", "folding", "hand-made", "waterproof", "small", "large", "vintage", "recycled", "striped", "blue", "dark green", "classic"]
FIRMS = ["Northgate", "Bluebird", "Juniper", "Ashgrove", "Lakeshore", "Ironwood", "Redcliff", "Silverton", "Oakfield", "Kestrel", "Amberley"]
TRADES = ["Logistics", "Bakery", "Systems", "Energy", "Textiles", "Pharmacy", "Robotics", "Insurance", "Foods", "Studios", "Printing"]
TOPICS = [
    "quarterly budget", "office move", "website launch", "summer party", "security audit", "hiring plan", "customer survey", "data migration",
    "travel policy", "warehouse inventory", "training schedule", "supplier contract", "product roadmap", "parking permits", "backup strategy"]
MONTHS = "January February March April May June July August September October November December".split()
SENTENCES = [
    "Could you send me the numbers for the {topic} before {time}?", "The meeting about the {topic} has been moved to {day} at {time}.",
    "{name} will be in {city} until {date} and cannot be reached by phone.", "We have {n} open questions and only two weeks left.",
    "I found a mistake on page {n} of the draft.", "The train from {city} was {n} minutes late again.",
    "Please bring your own cup, there are not enough for everybody.", "The invoice from {firm} is still waiting for approval.",
    "Nobody has seen the key to room {n} since {day}.", "Our customers in {city} ordered {n} pieces of the {thing}.",
    "It rained all morning, so the delivery was left at {street} {n}.", "Thanks a lot, that was exactly what I needed!",
    "The printer on the second floor is out of paper.", "According to {name} the {topic} costs {money} more than planned.",
    "Let's talk about it on {day} after lunch.", "Have a look at the attached file and tell me what you think.",
    "The new version fixes a problem with umlauts in file names.", "All {n} tests pass on my machine.",
    "{firm} offers a discount of {small} percent from {n} pieces.", "The contract ends on {date} unless it is renewed.",
    "The old {thing} broke and cannot be repaired.", "Who can help {name} with the {topic}?",
    "The road between {city} and {city} is closed for repairs.", "Water the plants by the window twice a week.",
    "Every visitor gets a badge at the reception desk.", "The answer arrived on {date}, two days after the deadline.",
    "Results were better than in any year since 20{small}.", "The committee agreed to spend {money} on the {topic}."]


def name(rng):
    return "%s %s" % (rng.choice(FIRST), rng.choice(LAST))


def firm(rng):
    return "%s %s" % (rng.choice(FIRMS), rng.choice(TRADES))


def street(rng):
    return "%s %s" % (rng.choice(STREETS), rng.choice(["Street", "Road", "Lane", "Avenue"]))


def thing(rng):
    return "%s %s" % (rng.choice(TRAITS), rng.choice(THINGS))


def capital(text):
    return text[:1].upper() + text[1:]


def date(rng):
    return rng.choice([
        "%d %s" % (rng.randint(1, 28), rng.choice(MONTHS)), "%d %s 20%d" % (rng.randint(1, 28), rng.choice(MONTHS), rng.randint(19, 29))])


def short_date(rng):
    return "20%02d-%02d-%02d" % (rng.randint(19, 29), rng.randint(1, 12), rng.randint(1, 28))


def time(rng):
    return "%02d:%02d" % (rng.randint(6, 22), rng.randint(0, 59))


def number(rng):
    return "{:,}".format(int(10 ** rng.uniform(1, 5)))


def amount(rng, most=4):
    return "{:,.2f}".format(10 ** rng.uniform(0.3, most))


def money(rng):
    return rng.choice(["€", "£", "$"]) + amount(rng)


def mail(rng):
    return "%s.%s@%s.example" % (rng.choice(FIRST).lower(), rng.choice(LAST).lower(), rng.choice(FIRMS).lower())


def code(rng, length=7):
    return "".join(rng.choice("0123456789abcdef") for _ in range(length))


def reference(rng):
    return "%s-%d" % ("".join(rng.choice(string.ascii_uppercase) for _ in range(2)), rng.randint(1000, 99999))


def sentence(rng):
    return rng.choice(SENTENCES).format(
        topic=rng.choice(TOPICS), time=time(rng), day=rng.choice("Monday Tuesday Wednesday Thursday Friday".split()), name=name(rng),
        city=rng.choice(CITIES), date=date(rng), n=rng.randint(3, 90), firm=firm(rng), thing=rng.choice(THINGS), street=street(rng),
        money=money(rng), small=rng.randint(10, 18))


def prose(rng, least, most):
    return " ".join(sentence(rng) for _ in range(rng.randint(least, most)))


# Sources; NOUN, VERB and TYPE stand for names that are chosen anew for every page.
NOUNS = "order tariff packet recipe ticket sensor voucher route widget segment ledger booking parcel signal cursor".split()
VERBS = "load parse merge send update resolve collect publish validate refresh schedule reject store".split()
SOURCES = {
    "py": '''import json
from dataclasses import dataclass

from .errors import TypeError, Missing

MAX_NOUNS = 250

@dataclass
class Type:
    key: str
    weight: float = 0.5
    tags: list[str] | None = None

    def is_heavy(self, limit: float = 12.75) -> bool:
        """True when it must not be VERBed by hand."""
        return self.weight >= limit and self.key != "none"

def VERB_all(path: str, strict: bool = False) -> dict[str, Type]:
    found = {}
    with open(path, encoding="utf-8") as file:
        for number, row in enumerate(json.load(file), start=1):
            if not row.get("key"):
                raise Missing(f"row {number} of {path} has no key")
            found[row["key"]] = Type(**row)
    # the oldest one wins
    return dict(sorted(found.items())[:MAX_NOUNS])''',
    "ts": '''import { readFile } from 'node:fs/promises';
import type { Type, Options } from './types';

const cache = new Map<string, Type>();

export async function VERBNoun(id: string, options: Options = {}): Promise<Type> {
  const known = cache.get(id);
  if (known && !options.force) return known;
  const reply = await fetch(`/api/v2/nouns/${id}?limit=40`);
  if (!reply.ok) {
    throw new Error(`noun ${id}: ${reply.status}`);
  }
  const noun = (await reply.json()) as Type;
  cache.set(id, noun);
  return noun;
}

// Called once a minute by the scheduler.
export function forget(olderThan: number): number {
  let count = 0;
  for (const [id, noun] of cache) {
    if (Date.now() - noun.loadedAt > olderThan * 1000) {
      cache.delete(id);
      count += 1;
    }
  }
  return count;
}''',
    "cpp": '''#include "noun.hpp"

#include <algorithm>
#include <string_view>

namespace depot {

constexpr std::size_t kMostNouns = 4096;

Noun::Noun(std::string name, int priority) : name_(std::move(name)), priority_(priority) {}

bool Noun::VERB(std::string_view text) {
    const auto comma = text.find(',');
    if (comma == std::string_view::npos) return false;
    name_ = std::string(text.substr(0, comma));
    for (char c : text.substr(comma + 1)) {
        if (c < '0' || c > '9') return false;
        priority_ = priority_ * 10 + (c - '0');
    }
    return priority_ <= 999;  // larger ones are kept for the system
}

void sort_nouns(std::vector<Noun>& nouns) {
    std::stable_sort(nouns.begin(), nouns.end(),
                     [](const Noun& a, const Noun& b) { return a.priority() > b.priority(); });
    if (nouns.size() > kMostNouns) nouns.resize(kMostNouns);
}

}  // namespace depot''',
    "go": '''package noun

import (
    "context"
    "fmt"
    "time"
)

type Type struct {
    ID      string    `json:"id"`
    Amount  int64     `json:"amount"`
    Created time.Time `json:"created"`
}

// VERBType waits at most 30 seconds.
func VERBType(ctx context.Context, id string) (*Type, error) {
    ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
    defer cancel()
    row := db.QueryRow(ctx, "select amount, created from nouns where id = $1", id)
    t := Type{ID: id}
    if err := row.Scan(&t.Amount, &t.Created); err != nil {
        return nil, fmt.Errorf("noun %s: %w", id, err)
    }
    if t.Amount < 0 {
        t.Amount = 0
    }
    return &t, nil
}''',
    "sql": '''-- Nouns that nobody has VERBed for a month
create table if not exists noun_history (
    id          bigint primary key,
    owner       varchar(80) not null,
    changed_at  timestamp default now(),
    total       numeric(12, 2) check (total >= 0)
);

with late as (
    select owner, count(*) as pieces, max(changed_at) as newest
    from noun_history
    where changed_at < now() - interval '30 days'
    group by owner
    having count(*) > 5
)
select l.owner, l.pieces, u.email
from late l
join users u on u.name = l.owner
left join holidays h on h.user_id = u.id
where h.id is null
order by l.pieces desc, l.owner
limit 100;''',
}


def source(rng):
    """(language, name of the file, its lines)"""
    language = rng.choice(sorted(SOURCES))
    noun, verb = rng.choice(NOUNS), rng.choice(VERBS)
    text = SOURCES[language].replace("VERB", verb).replace("TypeError", capital(noun) + "Error").replace("Type", capital(noun))
    text = text.replace("Noun", capital(noun)).replace("NOUN", noun.upper()).replace("noun", noun)
    return language, "%s.%s" % (noun, language), text.splitlines()

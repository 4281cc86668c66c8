// What was spent: four small plots over the days, then the figures, sortable, as CSV too.
import "uplot/dist/uPlot.min.css";
import "../style/usage.css";
import uPlot from "uplot";
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "../protocol/api";
import type { UsageRow } from "../protocol/types";
import { drawerOpen, isMedium, showsSessions, tell, theme, toggleSessions } from "../state/page";
import { sessions, titleOf } from "../state/sessions";
import { count, money } from "./format";
import { copyText } from "./copy";
import { Icon } from "./icon";
import { stateWord } from "./receipt";

const rows = signal<UsageRow[] | null>(null);
const isComplete = signal(true);
const trouble = signal("");
const pictures = signal<Map<string, Map<string, number>>>(new Map()); // day -> state -> how many

async function load(): Promise<void> {
  try {
    const usage = await api.usage();
    rows.value = usage.days;
    const byDay = new Map<string, Map<string, number>>();
    for (const { day, state, count } of usage.pictures) {
      const states = byDay.get(day) ?? new Map<string, number>();
      byDay.set(day, states.set(state, count));
    }
    pictures.value = byDay;
    isComplete.value = usage.complete;
  } catch (error) {
    trouble.value = (error as Error).message;
    rows.value = [];
  }
}

const inTokens = (row: UsageRow) => (row.input_tokens ?? 0) + (row.cache_read_tokens ?? 0) + (row.cache_write_tokens ?? 0);

interface Line {
  label: string;
  values: (number | null)[];
  hue: number;
}

function daysOf(list: UsageRow[]): string[] {
  const known = [...list.map((row) => row.day), ...pictures.value.keys()].sort();
  const last = new Date().toISOString().slice(0, 10);
  const first = known[0] ?? last;
  const days: string[] = [];
  const begin = Math.min(Date.parse(first), Date.parse(last) - 13 * 86_400_000);
  for (let at = begin; at <= Date.parse(last); at += 86_400_000) days.push(new Date(at).toISOString().slice(0, 10));
  return days.slice(-90);
}

const sumBy = (days: string[], list: UsageRow[], of: (row: UsageRow) => number) => {
  const sums = new Map<string, number>();
  for (const row of list) sums.set(row.day, (sums.get(row.day) ?? 0) + of(row));
  return days.map((day) => sums.get(day) ?? 0);
};

// One upon the other: the highest is drawn first.
function stack(lines: Line[]): Line[] {
  let below: number[] = [];
  const out = lines.map((line) => {
    below = line.values.map((value, i) => (value ?? 0) + (below[i] ?? 0));
    return { ...line, values: below };
  });
  return out.reverse();
}

interface PlotProps {
  title: string;
  days: string[];
  lines: Line[];
  format: (value: number) => string;
  note: string;
  least: number; // the axis goes that far at least
  isNamed?: boolean; // a single line says its name, too
  unsure?: boolean[]; // days of which not all is known
}

const dayWords = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const dayOf = (day: string | undefined) => (day ? dayWords.format(new Date(`${day}T00:00:00Z`)) : "");

function withUnknown(format: (value: number) => string, value: number, isUnsure: boolean): string {
  if (!isUnsure) return format(value);
  return value > 0 ? `${format(value)} + unknown` : "unknown";
}

function Plot({ title, days, lines, format, note, least, isNamed = false, unsure = [] }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const data = JSON.stringify([days, lines]);
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const style = getComputedStyle(node);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour("--ink-2"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font: "11px system-ui" };
    const stacked = stack(lines);
    const bars = uPlot.paths.bars?.({ size: [0.7, 24], align: 0 });
    const plot = new uPlot(
      {
        width: node.clientWidth,
        height: 150,
        padding: [8, 20, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        scales: { x: { time: true, range: (_, first, last) => [first - 43_200, last + 43_200] }, y: { range: (_, __, most) => [0, Math.max(least, most * 1.1)] } },
        axes: [
          { ...axis, space: 64, size: 24, grid: { show: false }, values: (_, splits) => splits.map((each) => dayWords.format(each * 1000)) },
          { ...axis, space: 36, size: 56, values: (_, splits) => splits.map(format) },
        ],
        series: [
          {},
          ...stacked.map((line) => ({
            label: line.label,
            width: 0,
            fill: colour(`--hue-${line.hue}`),
            ...(bars ? { paths: bars } : {}),
            points: { show: false },
          })),
        ],
        hooks: { setCursor: [(self) => setAt(self.cursor.idx ?? null)] },
      },
      [days.map((day) => Date.parse(day) / 1000), ...stacked.map((line) => line.values)],
      node,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: node.clientWidth, height: 150 }));
    watch.observe(node);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [data, theme.value]);
  const index = at ?? days.length - 1;
  return (
    <figure class="plot">
      <figcaption>
        <span class="plot-title">{title}</span>
        <span class="num plot-value">
          <span class="quiet-text">{dayOf(days[index])}</span>{" "}
          {lines.length === 1 && !isNamed ? (
            withUnknown(format, lines[0]?.values[index] ?? 0, unsure[index] ?? false)
          ) : (
            lines.map((line) => (
              <span key={line.label} class="key" style={{ "--hue": `var(--hue-${line.hue})` }}>
                {line.label} {format(line.values[index] ?? 0)}
              </span>
            ))
          )}
        </span>
      </figcaption>
      <div ref={place} class="plot-place" role="img" aria-label={`${title} by day. The figures are in the tables below.`} />
      {note && <p class="quiet-text">{note}</p>}
    </figure>
  );
}

interface Sum {
  key: string; // two sessions may have one name
  name: string;
  calls: number;
  input: number;
  cached: number;
  output: number;
  cost: number;
  isKnown: boolean;
}

function sumsOf(list: UsageRow[], keyOf: (row: UsageRow) => string, nameOf: (row: UsageRow) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const row of list) {
    const key = keyOf(row);
    const sum = sums.get(key) ?? { key, name: nameOf(row), calls: 0, input: 0, cached: 0, output: 0, cost: 0, isKnown: true };
    sum.calls += row.calls;
    sum.input += inTokens(row);
    sum.cached += row.cache_read_tokens ?? 0;
    sum.output += row.output_tokens ?? 0;
    sum.cost += row.cost_usd;
    sum.isKnown &&= row.cost_known;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

const COLUMNS: [keyof Sum, string][] = [
  ["calls", "Calls"],
  ["input", "Input tokens"],
  ["cached", "of them cached"],
  ["output", "Output tokens"],
  ["cost", "≈ Cost"],
];

// A name that begins like a formula would be one in a spreadsheet.
const csvText = (value: string | number) => (typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value));
const csvCell = (value: string | number) => (/[",\r\n]/.test(String(value)) ? `"${csvText(value).replaceAll('"', '""')}"` : csvText(value));
function csvOf(head: string, list: Sum[]): string {
  const lines = list.map((sum) => [sum.name, sum.calls, sum.input, sum.cached, sum.output, sum.isKnown || sum.cost > 0 ? sum.cost.toFixed(6) : ""].map(csvCell).join(","));
  return [`${head.toLowerCase()},calls,input_tokens,cached_tokens,output_tokens,estimated_cost_usd`, ...lines].join("\n");
}

function Figures({ head, sums }: { head: string; sums: Sum[] }) {
  const [by, setBy] = useState<{ column: keyof Sum; down: boolean }>({ column: "cost", down: true });
  const sorted = [...sums].sort((a, b) => {
    const [x, y] = [a[by.column], b[by.column]];
    const order = typeof x === "string" ? x.localeCompare(String(y)) : Number(x) - Number(y);
    return by.down ? -order : order;
  });
  const headCell = (column: keyof Sum, label: string) => (
    <th key={column} class={column === "name" ? "" : "right"} aria-sort={by.column === column ? (by.down ? "descending" : "ascending") : "none"}>
      <button type="button" class="sort" onClick={() => setBy({ column, down: by.column === column ? !by.down : column !== "name" })}>
        {label} {by.column === column ? (by.down ? "↓" : "↑") : ""}
      </button>
    </th>
  );
  const copy = () => {
    copyText(csvOf(head, sorted));
    tell("The table is copied as CSV.");
  };
  return (
    <section class="figures">
      <header>
        <h2>By {head.toLowerCase()}</h2>
        <button type="button" class="small" onClick={copy}>
          <Icon name="copy" /> Copy as CSV
        </button>
      </header>
      <div class="scroll-x" tabIndex={0} role="region" aria-label={`Usage by ${head.toLowerCase()}`}>
        <table>
          <thead>
            <tr>
              {headCell("name", head)}
              {COLUMNS.map(([column, label]) => headCell(column, label))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((sum) => (
              <tr key={sum.key}>
                <td class="cut"><bdi>{sum.name}</bdi></td>
                <td class="right num">{count(sum.calls)}</td>
                <td class="right num">{count(sum.input)}</td>
                <td class="right num">{count(sum.cached)}</td>
                <td class="right num">{count(sum.output)}</td>
                <td class="right num">
                  {(sum.isKnown || sum.cost > 0) && `≈ ${money(sum.cost)}`}
                  {!sum.isKnown && <span class="quiet-text" title="For some calls no price is known">{sum.cost > 0 ? " + unknown" : "unknown"}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const STATE_ORDER = ["pixels", "low", "described", "text", "not_seen", "quarantined", "dropped"];

export function UsagePage() {
  useEffect(() => {
    void load();
  }, []);
  const list = rows.value;
  const days = daysOf(list ?? []);
  const cached = days.map((day) => {
    const those = (list ?? []).filter((row) => row.day === day);
    const all = those.reduce((sum, row) => sum + inTokens(row), 0);
    return all > 0 ? (100 * those.reduce((sum, row) => sum + (row.cache_read_tokens ?? 0), 0)) / all : 0;
  });
  const seen = STATE_ORDER.filter((state) => [...pictures.value.values()].some((states) => states.has(state)));
  const stateLines = (seen.length > 0 ? seen : ["pixels"]).map((state, i) => ({
    label: stateWord(state),
    hue: i,
    values: days.map((day) => pictures.value.get(day)?.get(state) ?? 0),
  }));
  const name = (row: UsageRow) => {
    const found = sessions.value?.find((each) => each.session_id === row.session_id);
    return found ? titleOf(found) : row.session_id;
  };
  return (
    <main class="usage">
      <div class="pane-head">
        {(isMedium.value || !showsSessions.value) && (
          <button type="button" class="icon-button" aria-label="Sessions" aria-expanded={drawerOpen.value} onClick={toggleSessions}>
            <Icon name={isMedium.value ? "list" : "left"} />
          </button>
        )}
        <h1 class="title">Usage</h1>
      </div>
      <div class="usage-body" tabIndex={0} role="region" aria-label="Plots and figures">
        {trouble.value && <p class="ending error" role="alert">{trouble.value}</p>}
        <div class="plots">
          <Plot title="Money" days={days} lines={[{ label: "Money", hue: 0, values: sumBy(days, list ?? [], (row) => row.cost_usd) }]} unsure={days.map((day) => (list ?? []).some((row) => row.day === day && !row.cost_known))} format={money} least={0.1} note="≈ From the models' published prices; providers' bills may differ." />
          <Plot title="Input tokens" days={days} lines={[{ label: "Input tokens", hue: 0, values: sumBy(days, list ?? [], inTokens) }]} format={count} least={100} note="" />
          <Plot title="Cached share" days={days} lines={[{ label: "Cached share", hue: 0, values: cached }]} format={(value) => `${Math.round(value)} %`} least={100} note="" />
          <Plot title="Pictures by state" days={days} lines={stateLines} format={count} least={4} isNamed note="As what each reached the model in its turn." />
        </div>
        {list && list.length === 0 && <p class="quiet-text">Nothing has been spent yet.</p>}
        {list && list.length > 0 && <Figures head="Model" sums={sumsOf(list, (row) => row.model, (row) => row.model)} />}
        {list && list.length > 0 && <Figures head="Session" sums={sumsOf(list, (row) => row.session_id, name)} />}
        {!isComplete.value && <p class="quiet-text">Only the 500 sessions that were used last are counted.</p>}
      </div>
    </main>
  );
}

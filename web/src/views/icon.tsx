// Line icons of 16 by 16, drawn here.
const PATHS = {
  plus: "M8 3v10M3 8h10",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14",
  close: "m4 4 8 8m0-8-8 8",
  send: "M13 3v5a2 2 0 0 1-2 2H3m0 0 3.5-3.5M3 10l3.5 3.5",
  stop: "M4.5 4.5h7v7h-7z",
  paperclip: "M13 7.5 8 12.5a3 3 0 0 1-4.3-4.3l5.4-5.4a2 2 0 0 1 2.9 2.9L6.700 11a1 1 0 0 1-1.500-1.400l4.500-4.500",
  link: "M6.500 9.500a2.700 2.700 0 0 0 4 0l2-2a2.800 2.800 0 0 0-4-4l-1 1m1 2a2.700 2.700 0 0 0-4 0l-2 2a2.800 2.800 0 0 0 4 4l1-1",
  camera: "M2.500 5h2.500l1-1.500h4L11 5h2.500v7.500h-11zM8 6.500a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400Z",
  screen: "M2 3h12v8H2zM5.500 13.500h5",
  left: "M2 3h12v10H2zM6 3v10",
  right: "M2 3h12v10H2zM10 3v10",
  more: "M3.500 8h.01M8 8h.01M12.500 8h.01",
  pin: "M6 2.500h4l-.5 4 2 2.500H4.500l2-2.500zM8 9v4.500",
  drop: "M3 4.500h10M6 4.500V3h4v1.500M4.500 4.500l.5 9h6l.5-9",
  restore: "M3 8a5 5 0 1 0 1.600-3.700M3 3v3h3",
  edit: "m3 13 .6-2.900L11 2.700l2.300 2.300-7.400 7.400z",
  retry: "M13 8a5 5 0 1 1-1.600-3.700M13 3v3h-3",
  copy: "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
  fit: "M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10",
  text: "M3 4V3h10v1M8 3v10M6 13h4",
  box: "M3 5V3h2M11 3h2v2M13 11v2h-2M5 13H3v-2M6.500 3h3M6.500 13h3M3 6.500v3M13 6.500v3",
  compare: "M8 2v12M2.500 4H6v8H2.500zM10 4h3.500v8H10z",
  list: "M2.500 4h11M2.500 8h11M2.500 12h11",
  chart: "M2.500 13.500h11M4.500 11V7.500M8 11V3.500M11.500 11V6",
  chevron: "m6 4 4 4-4 4",
  download: "M8 2.500v7.500m0 0 3-3m-3 3-3-3M3 13.500h10",
  check: "m3 8.500 3.200 3.200L13 5",
  alert: "M8 2.500 14 13H2zM8 6.500v3M8 11.300v.01",
  keys: "M2 4.500h12v7H2zM5 9.500h6M4.500 7h.01M7 7h.01M9.500 7h.01M11.700 7h.01",
  picture: "M2.500 3.500h11v9h-11zM2.500 11l3.500-3.500 2.500 2.500 2-2 3 3",
  file: "M4 2.500h5l3 3v8H4zM9 2.500v3h3",
  film: "M2.500 3h11v10h-11zM5.500 3v10M10.500 3v10M2.500 6.300h3M2.500 9.700h3M10.500 6.300h3M10.500 9.700h3",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1.500v1M8 13.500v1M1.500 8h1M13.500 8h1M3.400 3.400l.7.7M11.900 11.900l.7.7M3.400 12.600l.7-.7M11.900 4.100l.7-.7",
  down: "M8 3v10m0 0 4-4m-4 4L4 9",
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

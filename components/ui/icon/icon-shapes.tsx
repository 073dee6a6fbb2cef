import type { ReactElement } from "react";

/** Our own symbols, drawn on a 20 px field with one stroke. */
export const iconShapes = {
  alert: <path d="M10 4 17 16H3zM10 8.5v3.5M10 14v.1" />,
  calc: <path d="M4 6h5M6.5 3.5v5M11.5 6h5M11.5 13h5M11.5 15.5h5M4.5 12.5l4 4M8.5 12.5l-4 4" />,
  cancelled: (
    <>
      <circle cx="10" cy="10" r="6.5" strokeDasharray="2.5 2.6" />
      <path d="M7.5 10h5" />
    </>
  ),
  chart: <path d="M3 17h14M5.5 14V9M10 14V4M14.5 14v-3" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  "chevron-down": <path d="m5 8 5 5 5-5" />,
  "chevron-left": <path d="m12 5-5 5 5 5" />,
  "chevron-up": <path d="m5 12 5-5 5 5" />,
  "chevron-right": <path d="m8 5 5 5-5 5" />,
  clip: <path d="m15 9-5.5 5.5a3 3 0 0 1-4.2-4.2L11 4.6a2 2 0 0 1 2.9 2.9l-5.6 5.6a1 1 0 0 1-1.4-1.4L12 6.6" />,
  clipboard: (
    <>
      <rect x="5" y="4.5" width="10" height="12.5" rx="2" />
      <path d="M8 3h4v3H8zM8 10h4M8 13h3" />
    </>
  ),
  clock: (
    <>
      <circle cx="10" cy="10" r="6.5" />
      <path d="M10 6.5V10l2.5 1.5" />
    </>
  ),
  close: <path d="m5 5 10 10M15 5 5 15" />,
  cloud: <path d="M6 15h8a3 3 0 0 0 .3-6A4.5 4.5 0 0 0 5.7 8.5 3.3 3.3 0 0 0 6 15z" />,
  code: <path d="m7 6-4 4 4 4M13 6l4 4-4 4" />,
  copy: (
    <>
      <rect x="7" y="7" width="9" height="9" rx="2" />
      <path d="M13 7V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v5a2 2 0 0 0 2 2h1" />
    </>
  ),
  crossing: <path d="M10 3v4.5M10 12.5V17M3 10h14" />,
  decision: (
    <>
      <path d="m10 3.5 6.5 6.5-6.5 6.5L3.5 10z" />
      <path d="M10 7.5v3M10 12.8v.1" />
    </>
  ),
  declined: (
    <>
      <circle cx="10" cy="10" r="6.5" />
      <path d="m5.5 14.5 9-9" />
    </>
  ),
  dots: <path d="M5 10h.1M10 10h.1M15 10h.1" strokeWidth="2.4" />,
  download: <path d="M10 3v9.5M6 9l4 4 4-4M4 16.5h12" />,
  edit: <path d="m4 16 .8-3.2L13 4.6a1.5 1.5 0 0 1 2.1 0l.3.3a1.5 1.5 0 0 1 0 2.1L7.2 15.2z" />,
  enlarge: <path d="M11.5 3.5h5v5M16 4l-5 5M8.5 16.5h-5v-5M4 16l5-5" />,
  file: <path d="M6 3h5l4 4v8.5A1.5 1.5 0 0 1 13.5 17h-7A1.5 1.5 0 0 1 5 15.5v-11A1.5 1.5 0 0 1 6.5 3zM11 3v4h4" />,
  film: <path d="M3 4.5h14v11H3zM7 4.5v11M13 4.5v11M3 8h4M3 12h4M13 8h4M13 12h4" />,
  image: <path d="M3 4.5h14v11H3zM3 13.5l4-4 3.5 3.5L13 10.5l4 4M12.5 7.5h.1" />,
  live: (
    <>
      <circle cx="10" cy="10" r="6" opacity=".3" />
      <path d="M10 4a6 6 0 0 1 6 6" />
    </>
  ),
  panel: (
    <>
      <rect x="3" y="4" width="14" height="12" rx="2" />
      <path d="M11.5 4v12" />
    </>
  ),
  pin: (
    <>
      <path d="M10 17s5-4.8 5-8.5a5 5 0 0 0-10 0C5 12.2 10 17 10 17z" />
      <circle cx="10" cy="8.5" r="1.7" />
    </>
  ),
  mail: (
    <>
      <rect x="3" y="5" width="14" height="10.5" rx="2" />
      <path d="m3.5 6.5 6.5 5 6.5-5" />
    </>
  ),
  menu: <path d="M3 6h14M3 10h9M3 14h14" />,
  note: <path d="M5 3.5h10v9L11.5 16.5H5zM15 12.5h-3.5v4M7.5 7h5M7.5 10h3" />,
  off: <path d="M2 10h4.5M13.5 10H18M8.5 7.5l-1-2.5M11.5 12.5l1 2.5M11.5 7.5l1-2.5" />,
  plus: <path d="M10 4v12M4 10h12" />,
  rain: <path d="M6 12h8a3 3 0 0 0 .3-5.5A4.5 4.5 0 0 0 5.7 6 3 3 0 0 0 6 12zM7 15l-.5 2M10.5 15l-.5 2M14 15l-.5 2" />,
  reasoning: <path d="M3 7c2.5-3 4.5 3 7 0s4.5 3 7 0M3 13c2.5-3 4.5 3 7 0s4.5 3 7 0" />,
  retry: <path d="M15.5 8A6 6 0 1 0 16 11M16 4v4h-4" />,
  ring: <circle cx="10" cy="10" r="5" />,
  "ring-dashed": <circle cx="10" cy="10" r="5" strokeDasharray="2 3" />,
  save: <path d="M10 3v9M6 8.5l4 4 4-4M4 16.5h12" />,
  moon: <path d="M15.5 12A6.5 6.5 0 0 1 8 4.5a6.5 6.5 0 1 0 7.5 7.5z" />,
  system: (
    <>
      <circle cx="10" cy="10" r="6.5" />
      <path d="M10 3.5v13M10 6h4.5M10 9h6M10 12h6M10 15h3.5" />
    </>
  ),
  microphone: <path d="M8 5a2 2 0 0 1 4 0v5a2 2 0 0 1-4 0zM5 9.5a5 5 0 0 0 10 0M10 14.5V17M7.5 17h5" />,
  print: <path d="M6 8V3.5h8V8M6 14H3.5V8h13v6H14M6 11.5h8v5H6z" />,
  search: (
    <>
      <circle cx="9" cy="9" r="5" />
      <path d="m13 13 4 4" />
    </>
  ),
  picture: (
    <>
      <rect x="3" y="4.5" width="14" height="11" rx="2" />
      <path d="m3.5 14 4-4 3 3 2.5-2.5 3.5 3.5M12.5 8h.1" />
    </>
  ),
  send: <path d="M10 16V4M5 9l5-5 5 5" />,
  sound: <path d="M3 8v4h3l4 3.5v-11L6 8zM13 7.5a3.5 3.5 0 0 1 0 5M15.5 5a7 7 0 0 1 0 10" />,
  stop: <rect x="5" y="5" width="10" height="10" rx="1.5" fill="currentColor" stroke="none" />,
  sun: (
    <>
      <circle cx="10" cy="10" r="3" />
      <path d="M10 3v1.5M10 15.5V17M3 10h1.5M15.5 10H17M5 5l1 1M14 14l1 1M5 15l1-1M14 6l1-1" />
    </>
  ),
  tab: (
    <>
      <rect x="3" y="4.5" width="14" height="11" rx="2" />
      <path d="M3 8h14" />
    </>
  ),
  table: (
    <>
      <rect x="3" y="4" width="14" height="12" rx="2" />
      <path d="M3 8h14M9 8v8" />
    </>
  ),
  "thumb-down": (
    <path d="M6.5 11V4h7a1.6 1.6 0 0 1 1.6 1.3l.9 4.2a1.5 1.5 0 0 1-1.5 1.8H11l.6 3a1.4 1.4 0 0 1-2.6.9L6.5 11zM3.5 4h3v7h-3z" />
  ),
  "thumb-up": (
    <path d="M6.5 9v7h7a1.6 1.6 0 0 0 1.6-1.3l.9-4.2a1.5 1.5 0 0 0-1.5-1.8H11l.6-3a1.4 1.4 0 0 0-2.6-.9L6.5 9zM3.5 9h3v7h-3z" />
  ),
  trash: <path d="M4 6h12M8 6V4.5h4V6M5.5 6l.8 10h7.4l.8-10M8.5 9v4M11.5 9v4" />,
  tree: (
    <>
      <path d="M4 4v11h4M4 8h4" />
      <rect x="8" y="6" width="8" height="4" rx="1.5" />
      <rect x="8" y="13" width="8" height="4" rx="1.5" />
    </>
  ),
} satisfies Record<string, ReactElement>;

/** The name of a symbol. */
export type IconName = keyof typeof iconShapes;

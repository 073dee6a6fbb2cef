/** The documents that the demo model can write. */

const seatsPage = (extra: { style: string; body: string; script: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Seats</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 24px; color: #1c2726; }
  h1 { font-size: 20px; }
  .table { display: grid; grid-template-columns: repeat(4, 64px); gap: 12px; }
  button { height: 64px; border: 2px solid #0f938f; border-radius: 12px; background: #fff; font: inherit; }
  button[aria-pressed="true"] { background: #0a6665; color: #fff; }
${extra.style}</style>
</head>
<body>
<h1>Seats at the picnic table</h1>
${extra.body}<div class="table"></div>
<script>
  const table = document.querySelector(".table");
  for (let number = 1; number <= 8; number += 1) {
    const seat = document.createElement("button");
    seat.textContent = number;
    seat.setAttribute("aria-pressed", "false");
    seat.onclick = () => {
      seat.setAttribute("aria-pressed", String(seat.getAttribute("aria-pressed") !== "true"));
${extra.script}    };
    table.append(seat);
  }
</script>
</body>
</html>
`;

/** A page and its next version, which counts. */
export const SEATS = [
  { title: "seats.html", kind: "html", content: seatsPage({ style: "", body: "", script: "" }) },
  {
    title: "seats.html",
    kind: "html",
    content: seatsPage({
      style: "  .free { color: #5b6462; }\n",
      body: '<p class="free"><b>8</b> seats are free</p>\n',
      script: [
        '      const taken = table.querySelectorAll("[aria-pressed=true]").length;',
        '      document.querySelector(".free b").textContent = 8 - taken;',
        "",
      ].join("\n"),
    }),
  },
];

export const LIGHTHOUSE = {
  title: "lighthouse.svg",
  kind: "svg",
  content: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 400" role="img" aria-label="A lighthouse">
  <rect width="320" height="400" fill="#dff1ee"/>
  <circle cx="252" cy="70" r="30" fill="#eebf68"/>
  <path d="M0 330q40-18 80 0t80 0 80 0 80 0v70H0z" fill="#0f938f"/>
  <path d="M136 330l14-200h28l14 200z" fill="#fdfdfb" stroke="#161c1c" stroke-width="3"/>
  <path d="M141 262l46 0 4 36-54 0z" fill="#d2431f"/>
  <path d="M147 186l34 0 3 36-40 0z" fill="#d2431f"/>
  <path d="M146 130v-28h36v28z" fill="#faf0da" stroke="#161c1c" stroke-width="3"/>
  <path d="M140 102l24-26 24 26z" fill="#161c1c"/>
  <path d="M146 116L20 84v60z" fill="#eebf68" opacity=".45"/>
  <path d="M96 400q10-70 68-70t68 70z" fill="#454e4d"/>
</svg>
`,
};

export const TEA = {
  title: "Tea, in five minutes",
  kind: "markdown",
  content: `# Tea, in five minutes

Good tea needs **fresh water**, *patience*, and a pot that has been warmed.

| Tea | Water | Time |
|---|---|---|
| Green | 75 °C | 2 min |
| Oolong | 90 °C | 3 min |
| Black | 98 °C | 4 min |

## The steps

1. Warm the pot and pour the water away.
2. One spoon of leaves for each cup.
3. Pour, and leave it alone.

> A watched pot boils as fast as any other, and is better company.
`,
};

export const TIDES = {
  title: "tides.ts",
  kind: "code",
  language: "typescript",
  content: `/** A tide of one moon: its height in metres at a time in hours. */
export type Tide = { readonly mean: number; readonly range: number; readonly highAt: number };

const PERIOD_HOURS = 12.42;

export function heightAt(tide: Tide, hours: number): number {
  const phase = (2 * Math.PI * (hours - tide.highAt)) / PERIOD_HOURS;
  return tide.mean + (tide.range / 2) * Math.cos(phase);
}

/** The next time after \`hours\` at which the water is highest. */
export function nextHigh(tide: Tide, hours: number): number {
  const passed = Math.ceil((hours - tide.highAt) / PERIOD_HOURS);
  return tide.highAt + passed * PERIOD_HOURS;
}
`,
};

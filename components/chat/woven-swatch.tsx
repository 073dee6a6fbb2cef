const CELL = 10;
const COLUMNS = 26;
const ROWS = 5;
/** Half the gap that a thread leaves where it goes under another. */
const UNDER = 2.6;
const PERSON_COLUMN = 20;
const AGENT_ROW = 4;
const AGENT_COLUMNS = 16;

/** A piece of plain weave that is being woven: one warp is the person's, the newest weft the agent's. Used once, on the empty thread. */
export function WovenSwatch() {
  return (
    <svg
      className="tw-swatch"
      viewBox={`0 0 ${COLUMNS * CELL} ${ROWS * CELL}`}
      width={COLUMNS * CELL}
      height={ROWS * CELL}
      aria-hidden="true"
    >
      <path className="tw-ground-thread" d={GROUND} />
      <path className="tw-person-thread" d={PERSON} />
      <path className="tw-agent-thread" d={AGENT} />
    </svg>
  );
}

const cells = Array.from({ length: ROWS * COLUMNS }, (_, index) => ({
  column: index % COLUMNS,
  row: Math.floor(index / COLUMNS),
}));
const isWoven = ({ column, row }: Cell) => row < AGENT_ROW || column < AGENT_COLUMNS;
const GROUND = [
  ...cells.filter(({ row }) => row !== AGENT_ROW).map(weftOf),
  ...cells.filter(({ column }) => column !== PERSON_COLUMN).map(warpOf),
].join("");
const PERSON = cells
  .filter(({ column }) => column === PERSON_COLUMN)
  .map(warpOf)
  .join("");
const AGENT = cells
  .filter((cell) => cell.row === AGENT_ROW && isWoven(cell))
  .map(weftOf)
  .join("");

type Cell = { readonly column: number; readonly row: number };

function isWeftOver({ column, row }: Cell): boolean {
  return (column + row) % 2 === 0;
}

/** The weft's piece of a cell: whole where it lies over the warp, with a gap where it goes under. */
function weftOf(cell: Cell): string {
  const start = cell.column * CELL;
  const y = cell.row * CELL + CELL / 2;
  if (isWeftOver(cell)) return `M${start} ${y}h${CELL}`;
  const piece = CELL / 2 - UNDER;
  return `M${start} ${y}h${piece}M${start + CELL - piece} ${y}h${piece}`;
}

function warpOf(cell: Cell): string {
  const x = cell.column * CELL + CELL / 2;
  const top = cell.row * CELL;
  const isUnder = isWoven(cell) && isWeftOver(cell);
  if (!isUnder) return `M${x} ${top}v${CELL}`;
  const piece = CELL / 2 - UNDER;
  return `M${x} ${top}v${piece}M${x} ${top + CELL - piece}v${piece}`;
}

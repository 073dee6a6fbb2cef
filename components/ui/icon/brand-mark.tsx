/** Two threads that cross: the person's goes over the agent's once, and under it once. */
export function BrandMark({ size }: { size: 16 | 22 }) {
  return (
    <svg className="tw-mark" viewBox="0 0 22 22" width={size} height={size} aria-hidden="true">
      <path
        className="tw-person-thread"
        pathLength="100"
        strokeDasharray="67.5 17 100"
        d="M2 5.5C7.5 5.5 8 16.5 11 16.5S14.5 5.5 20 5.5"
      />
      <path
        className="tw-agent-thread"
        pathLength="100"
        strokeDasharray="15.5 17 100"
        d="M2 16.5C7.5 16.5 8 5.5 11 5.5s3.5 11 9 11"
      />
    </svg>
  );
}

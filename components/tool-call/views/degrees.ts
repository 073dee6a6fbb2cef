/** A latitude or longitude for people: `38.7000° N`. */
export function degrees(value: number, positive: string, negative: string): string {
  return `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;
}

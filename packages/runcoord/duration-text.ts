const units = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** As in the configuration: `250ms`, `1s`, `15m`. */
export function durationText(milliseconds: number): string {
  const unit = units.find(([, size]) => milliseconds > 0 && milliseconds % size === 0);
  return unit ? `${milliseconds / unit[1]}${unit[0]}` : `${milliseconds}ms`;
}

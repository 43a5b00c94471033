export function formatSeconds(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7_200
    ? `${Math.ceil(seconds / 60)} minutes`
    : `${Math.ceil(seconds / 3_600)} hours`;
}

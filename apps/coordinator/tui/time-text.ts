/** Local `HH:MM:SS` on the day of `now`, otherwise the date. */
export function timeText(at: Date, now: Date): string {
  const date = dateOf(at);
  return date === dateOf(now) ? clockTime(at) : date;
}

/** Local time. */
export function momentText(at: Date): string {
  return `${dateOf(at)} ${clockTime(at)}`;
}

export function clockTime(at: Date): string {
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':');
}

function dateOf(at: Date): string {
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

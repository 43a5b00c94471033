/** Of an option that was given more than once, the last: a script's own `--port` can be overridden after it. */
export function lastGiven<T>(value: T | T[]): T {
  return Array.isArray(value) ? (value.at(-1) as T) : value;
}

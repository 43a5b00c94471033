/** Returns the last value of a repeated option, so that a script's own `--port` can be overridden after it. */
export function lastValue<T>(value: T | T[]): T {
  return Array.isArray(value) ? (value.at(-1) as T) : value;
}

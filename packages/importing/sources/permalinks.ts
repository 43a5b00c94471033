type Parts = Readonly<Record<string, string | undefined>>;

/** `/:year/:title/` → `/2024/hello/`; undefined when a part is missing. */
export function permalinkOf(pattern: string, parts: Parts): string | undefined {
  let isKnown = true;
  const path = pattern.replace(/:([a-z_]+)/g, (_whole, name: string) => {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    isKnown &&= part !== undefined;
    return part ?? '';
  });
  return isKnown ? `/${path}`.replace(/\/{2,}/g, '/') : undefined;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Parts of a written date; none for another value. */
export function dateParts(date: unknown): Parts {
  const [, year, month, day] = /^(\d{4})-(\d\d?)-(\d\d?)/.exec(String(date)) ?? [];
  const name = months[Number(month) - 1];
  if (day === undefined || name === undefined) return {};
  return {
    year: year!,
    short_year: year!.slice(2),
    month: month!.padStart(2, '0'),
    i_month: String(Number(month)),
    short_month: name.slice(0, 3),
    long_month: name,
    monthname: name.toLowerCase(),
    day: day.padStart(2, '0'),
    i_day: String(Number(day)),
  };
}

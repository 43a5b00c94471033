const formats = new Map<string, Intl.DateTimeFormat>();

/** `YYYY-MM-DD` */
export function dayIn(timeZone: string, date: Date): string {
  // Creating formats is slow, and indexes need thousands of dates.
  const format = formats.get(timeZone) ?? newFormat(timeZone);
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return [parts.get('year')!.padStart(4, '0'), parts.get('month')!, parts.get('day')!].join('-');
}

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });

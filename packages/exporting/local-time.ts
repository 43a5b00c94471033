/** `2026-01-01T00:00:00+01:00`, because Hugo shows the day of the offset. */
export function localTime(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn-hc-h23', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const day = [part('year').padStart(4, '0'), part('month'), part('day')].join('-');
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00';
  return `${day}T${[part('hour'), part('minute'), part('second')].join(':')}${offset}`;
}

/** What `datetime-local` shows of an instant in a time zone, to the minute; empty for none. */
export function toWall(iso: string | null, zone: string): string {
  if (!iso) return '';
  const parts = Object.fromEntries(
    formatIn(zone)
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`;
}

/** The instant at which the clocks of a zone show this; null when it is empty. */
export function fromWall(wall: string, zone: string): string | null {
  if (wall === '') return null;
  const wanted = Date.parse(`${wall}:00Z`);
  let at = wanted;
  // The offset depends on the instant: twice comes to rest on either side of a change of clocks.
  for (let turn = 0; turn < 2; turn += 1)
    at += wanted - Date.parse(`${toWall(new Date(at).toISOString(), zone)}:00Z`);
  return new Date(at).toISOString();
}

export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function formatIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
}

/** People may copy archives into the folder under other names. */
const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}\.zip(?:\.age)?$/;
/** Matches names that `archiveName` makes. */
const stampPattern = /^(.+)-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?\.zip(?:\.age)?$/;
/** Follows `.zip` in the name of an encrypted archive. */
export const encryptedSuffix = '.age';
const maxNameLength = 80;

/** Such a name cannot point outside the backup folder. */
export function isArchiveName(name: string): boolean {
  return pattern.test(name);
}

/** `<name>-<UTC stamp>.zip`. `again` distinguishes archives of the same second. */
export function archiveName(name: string, at: Date, again = 0): string {
  const stamp = at.toISOString().replace(/\.\d+/, '').replaceAll(':', '');
  return `${cleanName(name)}-${stamp}${again > 0 ? `-${again}` : ''}.zip`;
}

/** `undefined` for a name that somebody else made. */
export function parseArchiveName(
  fileName: string,
): { readonly name: string; readonly createdAt: Date } | undefined {
  const [, name, day, hours, minutes, seconds] =
    (isArchiveName(fileName) && stampPattern.exec(fileName)) || [];
  if (name === undefined) return undefined;
  const createdAt = new Date(`${day!}T${hours!}:${minutes!}:${seconds!}Z`);
  return Number.isNaN(createdAt.getTime()) ? undefined : { name, createdAt };
}

function cleanName(name: string): string {
  const cleaned = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/-{2,}/g, '-')
    .slice(0, maxNameLength)
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
  return cleaned === '' ? 'backup' : cleaned;
}

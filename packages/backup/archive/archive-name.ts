/** Also accepts archives that people copied into the folder under other names. */
const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}\.zip$/;
const maxNameLength = 80;

/** Whether this is a file name of an archive, and so cannot point outside the backup folder. */
export function isArchiveName(name: string): boolean {
  return pattern.test(name);
}

/** `<name>-<UTC stamp>.zip`. `again` distinguishes archives of the same name and second. */
export function archiveName(name: string, at: Date, again = 0): string {
  const stamp = at.toISOString().replace(/\.\d+/, '').replaceAll(':', '');
  return `${cleanName(name)}-${stamp}${again > 0 ? `-${again}` : ''}.zip`;
}

/** Letters, digits, dots, dashes and underscores, which every system allows in file names. */
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

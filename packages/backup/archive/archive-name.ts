/** People may copy archives into the folder under other names. */
const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}\.zip$/;
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

/** Archives may also have been put there by hand, under a name of somebody's own. */
const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}\.zip$/;
const longestName = 80;

/** Whether it can be the name of an archive in the backup folder, and so leads nowhere else. */
export function isArchiveName(name: string): boolean {
  return pattern.test(name);
}

/** `<name>-<UTC stamp>.zip`, what an archive is called in the folder. `again` counts those that are there already. */
export function archiveName(name: string, at: Date, again = 0): string {
  const stamp = at.toISOString().replace(/\.\d+/, '').replaceAll(':', '');
  return `${cleanName(name)}-${stamp}${again > 0 ? `-${again}` : ''}.zip`;
}

/** Letters, digits, dots, lines: what every system takes in the name of a file. */
function cleanName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/-{2,}/g, '-')
    .slice(0, longestName)
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
  return plain === '' ? 'backup' : plain;
}

import { readdir, readFile } from 'node:fs/promises';

/** Ids of the child processes of `parent` whose command line contains `name`. Linux only. */
export async function findChildren(parent: number, name: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    // The process may exit at any moment.
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const parentOf = (await read('stat')).split(') ').at(-1)?.split(' ')[1];
    if (parentOf === String(parent) && (await read('cmdline')).includes(name))
      found.push(Number(pid));
  }
  return found;
}

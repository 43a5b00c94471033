import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from './build-sites.ts';

export interface Output {
  /** Pages without redirects. */
  readonly pages: number;
  readonly redirects: number;
  /** Feeds, sitemaps, assets, data. */
  readonly others: number;
  readonly mebibytes: number;
}

export async function describeOutput(folder: string): Promise<Output> {
  const real = await realpath(folder);
  let [pages, redirects, others, bytes] = [0, 0, 0, 0];
  for (const file of await listFiles(real)) {
    const path = join(real, file);
    bytes += (await stat(path)).size;
    if (!file.endsWith('.html')) others += 1;
    else if (isRedirect(await readFile(path, 'utf8'))) redirects += 1;
    else pages += 1;
  }
  return { pages, redirects, others, mebibytes: Math.round((bytes / 2 ** 20) * 10) / 10 };
}

function isRedirect(html: string): boolean {
  return html.includes('http-equiv="refresh"');
}

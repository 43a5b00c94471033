import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ContentIndex, documentEntry } from './content/content-index.ts';
import { readFacts } from './content/frontmatter.ts';
import { readSite } from './content/site.ts';
import { CandidateFinder } from './mending/candidates.ts';
import { FaultFinder, type Fault } from './mending/faults.ts';
import { mendText, type MendedText } from './mending/mended-text.ts';
import { noSidecar, readSidecar, sidecarPath } from './mending/alt-texts.ts';

export type Files = Readonly<Record<string, string>>;

export function indexOf(files: Files): ContentIndex {
  const site = readSite(files['config/site.yaml'] ?? '');
  const paths = Object.keys(files);
  return new ContentIndex({
    site,
    documents: paths
      .filter((path) => path.endsWith('.md'))
      .map((path) => documentEntry(site, { path, size: 0 }, readFacts(files[path]!))),
    media: paths.filter((path) => path.startsWith('media/')),
  });
}

export function faultsIn(files: Files, path: string): Promise<readonly Fault[]> {
  const index = indexOf(files);
  const finder = new FaultFinder({
    index,
    candidates: new CandidateFinder(index),
    sidecarOf: async (picture) => {
      const yaml = files[sidecarPath(picture)];
      return yaml === undefined ? noSidecar : readSidecar(yaml);
    },
  });
  return finder.find(files[path]!, index.documents.get(path)!);
}

export async function mendIn(files: Files, path: string): Promise<MendedText> {
  return mendText(files[path]!, await faultsIn(files, path));
}

export async function mendedLine(line: string, others: Files): Promise<string> {
  return (await mendIn({ ...others, 'posts/page.md': line }, 'posts/page.md')).text;
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

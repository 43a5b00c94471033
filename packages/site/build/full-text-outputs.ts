import { join } from 'node:path';
import type { PublishedSnapshot } from '@galley/content';
import { sha256 } from '@galley/kernel';
import { languageTags } from '../languages.ts';
import { fullTextPath } from '../pages/addresses.ts';
import type { PageSettings } from '../pages/page.ts';
import { fullTextFiles, listedDocuments } from '../search/full-text/full-text-files.ts';
import type { BuildState, Output } from './build-state.ts';
import { writeNewFile } from './output-folder.ts';

interface IndexedSite {
  readonly settings: PageSettings;
  readonly snapshot: PublishedSnapshot;
  /** As of the build. */
  readonly key: string;
}

interface Taken {
  readonly outputs: Map<string, Output>;
  readonly written: Set<string>;
}

interface Taking {
  readonly live: BuildState | undefined;
  readonly folder: string;
}

/** Files of the search (ADD-INT-13). Those of a language stay until one of its documents changes. */
export async function addFullText(site: IndexedSite, taken: Taken, taking: Taking): Promise<void> {
  const { settings } = site;
  if (!settings.search.enabled) return;
  for (const lang of languageTags(settings)) {
    const input = inputOf(site, lang);
    const known = knownFiles(taking.live, lang, input);
    if (known) for (const [address, output] of known) taken.outputs.set(address, output);
    else await addLanguage(site, taken, { ...taking, lang, input });
  }
}

async function addLanguage(
  { settings, snapshot }: IndexedSite,
  { outputs, written }: Taken,
  { live, folder, lang, input }: Taking & { readonly lang: string; readonly input: string },
): Promise<void> {
  for await (const { address, text } of fullTextFiles(settings, snapshot, lang)) {
    const file = address.slice(1);
    const hash = sha256(text);
    const known = live?.outputs.get(address);
    const isManifest = address === fullTextPath(lang);
    outputs.set(address, { file, hash, tags: isManifest ? [input] : [], source: 'search' });
    if (known?.hash === hash) continue;
    writeNewFile(join(folder, file), text);
    written.add(address);
  }
}

/** Identifies the files of a language. */
function inputOf({ key, settings, snapshot }: IndexedSite, lang: string): string {
  const documents = listedDocuments(settings, snapshot, lang);
  return `search ${sha256(JSON.stringify([key, documents.map(({ path, version }) => [path, version])]))}`;
}

function knownFiles(
  live: BuildState | undefined,
  lang: string,
  input: string,
): readonly (readonly [string, Output])[] | undefined {
  const manifest = fullTextPath(lang);
  if (!live?.outputs.get(manifest)?.tags.includes(input)) return undefined;
  const folder = manifest.slice(0, manifest.lastIndexOf('/') + 1);
  return [...live.outputs].filter(
    ([address, { source }]) => source === 'search' && address.startsWith(folder),
  );
}

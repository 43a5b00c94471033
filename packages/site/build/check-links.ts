import type { PublishedSnapshot } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import { RecordingReader } from '../dependencies/recording-reader.ts';
import { buildLimits, MarkdownThread } from '../markdown/markdown-thread.ts';
import { RenderedBodies } from '../pages/rendered-bodies.ts';
import type { Theme } from '../theme/theme.ts';
import type { Finding } from './finding.ts';
import { LinkChecker } from './link-checker.ts';
import { addSiteAddresses, TaskList } from './site-addresses.ts';

export interface LinksToCheck {
  readonly settings: SiteSettings;
  /** Determines addresses. */
  readonly theme: Theme;
  readonly contentDirectory: string;
}

export async function* checkLinks(
  snapshot: PublishedSnapshot,
  { settings, theme, contentDirectory }: LinksToCheck,
): AsyncGenerator<Finding> {
  const list = new TaskList();
  await addSiteAddresses(list, { settings, snapshot, theme });
  const tasks = list.all();
  const addresses = new Set(tasks.map(({ address }) => address));
  const bodies = new RenderedBodies({
    html: () => settings.html,
    syntax: () => settings.markdown,
    thread: new MarkdownThread(buildLimits),
  });
  const links = new LinkChecker({ addresses, contentDirectory, bodies });
  for (const { path } of snapshot.documents) {
    const reader = new RecordingReader(snapshot.reader);
    yield* await links.check(path, await ownPage(path, reader, bodies), reader);
  }
}

/** Renders the page only for links to its own anchors. */
async function ownPage(
  path: string,
  reader: RecordingReader,
  bodies: RenderedBodies,
): Promise<string> {
  const document = await reader.findByPath(path);
  if (!document || !/\(\s*<?#|href\s*=\s*["']?#|\]:\s*<?#/i.test(document.body)) return '';
  return (await bodies.render(document, reader)).html;
}

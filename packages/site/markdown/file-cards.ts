import type { PictureReader } from '@galley/media';
import { decodeReferences } from './escape-html.ts';
import { mediaPath } from './pictures.ts';
import type { RenderedMarkdown } from './render-markdown.ts';

const card = /(<a class="file-card" href="([^"]*)">[^<]*<span class="file-type">PDF)(?=<\/span>)/g;

/** Adds their size to the cards of files. Files of other servers, and feeds, have none. */
export async function addFileSizes(
  rendered: RenderedMarkdown,
  reader: Pick<PictureReader, 'sizes'>,
  lang = 'en',
): Promise<RenderedMarkdown> {
  const pathOf = (href: string) => mediaPath(decodeReferences(href));
  const paths = [...rendered.html.matchAll(card)].map(([, , href]) => pathOf(href!));
  const known = paths.filter((path) => path !== undefined);
  if (known.length === 0) return rendered;
  const sizes = await reader.sizes([...new Set(known)]);
  const html = rendered.html.replace(card, (...[, start, href]: string[]) => {
    const size = sizes.get(pathOf(href!) ?? '');
    return size === undefined ? start! : `${start}, ${sizeText(size, lang)}`;
  });
  return { ...rendered, html };
}

function sizeText(bytes: number, lang: string): string {
  const [unit, value] =
    bytes < 1_000_000 ? ['kilobyte', Math.ceil(bytes / 1_000)] : ['megabyte', bytes / 1_000_000];
  const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(lang, options).format(value);
}

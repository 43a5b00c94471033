import { listPictureSources, type Picture, type PictureReader } from '@galley/media';
import { decodeReferences, escapeHtml } from './escape-html.ts';
import type { RenderedMarkdown } from './render-markdown.ts';

/** Widths in the built-in themes, by the class of the figure; a width may be an overestimate. */
const widths: Readonly<Record<string, string>> = {
  small: '20rem',
  wide: '(min-width: 80rem) 72rem, 100vw',
  full: '100vw',
};
const textWidth = '(min-width: 48rem) 46rem, 100vw';

/** Further pictures get no dimensions. */
const maxPictures = 1_000;

// Attribute values never contain an unescaped `>`.
const imageTag = /<img\b([^>]*)>/g;
const shownImage = /(<figure class="(small|wide|full)">)?<img\b([^>]*)>/g;

/** Prevents layout shifts. Other pictures stay unchanged, as do feeds, whose addresses are absolute. */
export async function addPictureData(
  rendered: RenderedMarkdown,
  reader: Pick<PictureReader, 'describe'>,
): Promise<RenderedMarkdown> {
  const paths = picturePaths(rendered.html);
  if (paths.length === 0) return rendered;
  const found = await reader.describe(paths);
  const html = rendered.html.replace(shownImage, (...[tag, figure, size, given]: string[]) => {
    const path = pathIn(given!);
    const picture = path === undefined ? undefined : found.get(path);
    if (picture === undefined) return tag!;
    // Attributes after the slash would be invalid.
    const attributes = given!.replace(/ \/$/, '');
    const shown = { path: path!, picture, attributes, width: widths[size ?? ''] ?? textWidth };
    return (figure ?? '') + pictureHtml(shown);
  });
  return { ...rendered, html, pictures: new Map(paths.map((path) => [path, found.get(path)])) };
}

function picturePaths(html: string): readonly string[] {
  if (!html.includes('<img ')) return [];
  const paths = [...html.matchAll(imageTag)].map(([, attributes]) => pathIn(attributes!));
  return [...new Set(paths.filter((path) => path !== undefined))].slice(0, maxPictures);
}

function pathIn(attributes: string): string | undefined {
  const source = / src="([^"]*)"/.exec(attributes)?.[1];
  return source === undefined ? undefined : mediaPath(decodeReferences(source));
}

/** `undefined` for other addresses. */
export function mediaPath(address: string): string | undefined {
  if (!/^\/media\/[^?#]+$/.test(address)) return undefined;
  try {
    return decodeURIComponent(address.slice(1));
  } catch {
    return undefined;
  }
}

interface DisplayedPicture {
  readonly path: string;
  readonly picture: Picture;
  readonly attributes: string;
  readonly width: string;
}

function pictureHtml({ path, picture, attributes, width: shownWidth }: DisplayedPicture): string {
  const { width, height, sources, srcset } = listPictureSources(path, picture);
  // Explicit dimensions win.
  const measures = / (?:width|height)="/.test(attributes)
    ? ''
    : ` width="${width}" height="${height}"`;
  if (srcset === '') return `<img${attributes}${measures}>`;
  const sizes = `sizes="${shownWidth}"`;
  const offered = sources.map(
    (source) => `<source type="${source.type}" srcset="${escapeHtml(source.srcset)}" ${sizes}>`,
  );
  return `<picture>${offered.join('')}<img${attributes}${measures} srcset="${escapeHtml(srcset)}" ${sizes}></picture>`;
}

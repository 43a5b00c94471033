import { listPictureSources, type Picture, type PictureReader } from '@galley/media';
import { decodeReferences, escapeHtml } from './escape-html.ts';
import type { RenderedMarkdown } from './render-markdown.ts';

const textSizes = '(min-width: 48rem) 46rem, 100vw';

/** Further pictures get no dimensions. */
const maxPictures = 1_000;

// Attribute values never contain an unescaped `>`.
const imageTag = /<img\b([^>]*)>/g;

/** Prevents layout shifts. Other pictures stay unchanged, as do feeds, whose addresses are absolute. */
export async function addPictureData(
  rendered: RenderedMarkdown,
  reader: PictureReader,
): Promise<RenderedMarkdown> {
  const paths = picturePaths(rendered.html);
  if (paths.length === 0) return rendered;
  const found = await reader.describe(paths);
  const html = rendered.html.replace(imageTag, (tag, attributes: string) => {
    const path = pathIn(attributes);
    const picture = path === undefined ? undefined : found.get(path);
    // Attributes after the slash would be invalid.
    const bare = attributes.replace(/ \/$/, '');
    return picture === undefined ? tag : pictureHtml({ path: path!, picture, attributes: bare });
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
}

function pictureHtml({ path, picture, attributes }: DisplayedPicture): string {
  const { width, height, sources, srcset } = listPictureSources(path, picture);
  // Explicit dimensions win.
  const measures = / (?:width|height)="/.test(attributes)
    ? ''
    : ` width="${width}" height="${height}"`;
  if (srcset === '') return `<img${attributes}${measures}>`;
  const sizes = `sizes="${textSizes}"`;
  const offered = sources.map(
    (source) => `<source type="${source.type}" srcset="${escapeHtml(source.srcset)}" ${sizes}>`,
  );
  return `<picture>${offered.join('')}<img${attributes}${measures} srcset="${escapeHtml(srcset)}" ${sizes}></picture>`;
}

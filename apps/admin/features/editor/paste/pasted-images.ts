import type { PastedImage } from './clean-links.ts';
import { parseHtml } from './dom.ts';

export function imageFiles(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(
    // Most browsers have no type for HEIC; the server then says how to convert it.
    ({ type, name }) => type.startsWith('image/') || /\.hei[cf]$/i.test(name),
  );
}

/** Browsers copy an image as a file and as HTML with its address. */
export function isOnlyImage(html: string): boolean {
  const { body } = parseHtml(html);
  return body.textContent.trim() === '' && body.querySelectorAll('img').length <= 1;
}

/** Undefined for a damaged image, and for one of another page. */
export async function readImage({ source }: PastedImage, name: string): Promise<File | undefined> {
  try {
    const blob = source.startsWith('blob:') ? await (await fetch(source)).blob() : decode(source);
    const ending = blob.type.replace(/^image\//, '').replace('jpeg', 'jpg');
    return new File([blob], `${name}.${ending}`, { type: blob.type });
  } catch {
    return undefined;
  }
}

/** Not by `fetch`: the page's policy allows it no `data:` addresses. */
function decode(source: string): Blob {
  const [, type, base64, content] = /^data:(image\/[a-z+.-]+)[^,]*?(;base64)?,(.*)$/is.exec(
    source,
  )!;
  const text = base64 ? atob(content!) : decodeURIComponent(content!);
  return new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))], { type: type! });
}

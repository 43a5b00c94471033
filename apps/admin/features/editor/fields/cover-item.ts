import { isProblem } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { mediaItemQuery } from '../../media/media-queries.ts';
import { useEditingState } from '../use-editing.ts';
import { useText } from './plain-field.tsx';

/** File of the cover image in the media library; `undefined` for an address elsewhere. */
export function useCoverQuery() {
  const image = useText('image');
  const path = libraryPath(
    image,
    useEditingState(({ detail }) => detail.path),
  );
  const query = useQuery({
    ...mediaItemQuery(path ?? ''),
    enabled: path !== undefined,
    retry: false,
  });
  const isMissing = isProblem(query.error, 'not_found');
  return { path, item: path === undefined ? undefined : query.data, isMissing };
}

/** `../media/a.jpg` in `posts/ink.md` → `media/a.jpg` */
export function libraryPath(image: string, documentPath: string): string | undefined {
  const isFile = /^[^?#:]+\.\w+$/.test(image);
  if (!isFile || image.startsWith('//')) return undefined;
  const from = image.startsWith('media/') ? '/' : `/${documentPath}`;
  const base = new URL(encodeURI(from), 'http://site.example');
  try {
    const { pathname } = new URL(image, base);
    const path = decodeURIComponent(pathname.slice(1));
    return path.startsWith('media/') ? path : undefined;
  } catch {
    return undefined;
  }
}

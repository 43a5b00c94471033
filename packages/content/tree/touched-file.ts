import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '@galley/kernel';
import { publishedFolder } from './content-tree.ts';

/** `moment`: milliseconds since 1970. For use without the index. May return true for an unchanged document. */
export async function wasTouchedSince(
  contentDirectory: string,
  path: string,
  moment: number,
): Promise<boolean> {
  const places = [join(contentDirectory, path), join(contentDirectory, publishedFolder, path)];
  const times = await Promise.all(places.map((place) => changeTime(place, contentDirectory)));
  return Math.max(...times) > moment;
}

/** A removal changes the folder's time. */
async function changeTime(place: string, root: string): Promise<number> {
  try {
    // Unlike mtime, ctime cannot be set, and it changes when a file is moved here.
    return (await stat(place)).ctimeMs;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return place.length <= root.length ? Infinity : changeTime(dirname(place), root);
  }
}

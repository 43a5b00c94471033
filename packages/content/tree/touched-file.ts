import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '@galley/kernel';
import { publishedFolder } from './content-tree.ts';

/**
 * Whether a document was changed, published or taken off the site after a moment, in milliseconds since 1970, by the
 * times of its file and of its public copy: for when the index cannot be asked. May be true of one that was not.
 */
export async function wasTouchedSince(
  contentDirectory: string,
  path: string,
  moment: number,
): Promise<boolean> {
  const places = [join(contentDirectory, path), join(contentDirectory, publishedFolder, path)];
  const times = await Promise.all(places.map((place) => changeTime(place, contentDirectory)));
  return Math.max(...times) > moment;
}

/** Of a file that is missing, the time of the folder that it would be in: removing a file changes that. */
async function changeTime(place: string, root: string): Promise<number> {
  try {
    // Unlike the time of modification, this one cannot be set, and is of a file that was moved here, too.
    return (await stat(place)).ctimeMs;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return place.length <= root.length ? Infinity : changeTime(dirname(place), root);
  }
}

import { newId } from '@galley/kernel';
import { trashFolder } from './content-tree.ts';

/** Leaves room for time and id within the 255 bytes of a file name. */
const maxStemBytes = 200;

/** `.trash/posts/hello.20260601T080000Z-1a2b3c4d.md` */
export function trashPathFor(path: string, at: Date): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const stem = path.slice(folder.length, -'.md'.length);
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${trashFolder}/${folder}${shortenName(stem)}.${stamp}-${newId().slice(-8)}.md`;
}

function shortenName(stem: string): string {
  let size = 0;
  const characters = [...stem].filter((character) => {
    size += Buffer.byteLength(character);
    return size <= maxStemBytes;
  });
  return characters.join('');
}

/** Undefined for files that `trashPathFor` did not name. */
export function originalPathOf(trashPath: string): string | undefined {
  const found = /^\.trash\/(.+)\.\d{8}T\d{6}Z-[^./]{8}\.md$/s.exec(trashPath)?.[1];
  return found && `${found}.md`;
}

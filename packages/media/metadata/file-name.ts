import { isWindowsDeviceName } from '@galley/kernel';
import { mediaProblems } from '../problems.ts';

/** So that a suffix and the ending of a sidecar still fit into the 255 bytes of a file system. */
const maxBytes = 150;
const fallback = 'file';
const sidecarEnding = /\.meta\.yaml$/i;

/** They have no width and no meaning in a name; some systems write the marks of direction into names of screenshots. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]/g;

/**
 * The name that a file is kept under, made of what a client sent: the last part of a path, in characters that every
 * file system takes, with its ending in small letters, at most 150 bytes of UTF-8. Never empty, hidden, a device of
 * Windows, or the name of a sidecar; the same name stays the same.
 *
 * A control character, or one that turns the direction of writing, is no slip: such a name is refused, as it shows
 * itself to people as another one than it is. Whatever else cannot be in a name becomes a hyphen.
 *
 * @throws `invalid_path`
 */
export function fileName(given: string): string {
  const visible = given.replace(invisible, '').toWellFormed().normalize('NFC');
  const hidden = /[\p{Cc}\p{Bidi_Control}]/u.exec(visible);
  if (hidden !== null) throw hiddenCharacter(hidden[0]);
  const last = visible.split(/[/\\]/).at(-1)!;
  const plain = last.replace(/[<>:"|?*\p{Noncharacter_Code_Point}]/gu, '-').replace(/\s+/g, ' ');
  const { stem, ending } = divided(plain.trim().replace(/[. ]+$/, ''));
  const whole = safeStem(stem, maxBytes - ending.length) + ending;
  const safe = whole
    .replace(sidecarEnding, '-meta.yaml')
    .replace(/\.[a-z\d]{1,10}$/i, (found) => found.toLowerCase());
  // What was cut off may have left something that looks like an ending, and is then read as one.
  return safe === given ? safe : fileName(safe);
}

/** `.jpg` is a file without a name rather than a hidden one without an ending. */
function divided(name: string): { readonly stem: string; readonly ending: string } {
  const [ending = ''] = /\.[a-z\d]{1,10}$/i.exec(name) ?? [];
  return { stem: name.slice(0, name.length - ending.length), ending };
}

function safeStem(stem: string, max: number): string {
  const cut = trimmed(cutTo(trimmed(stem), max)) || fallback;
  return isWindowsDeviceName(cut) ? `_${trimmed(cutTo(cut, max - 1))}` : cut;
}

/** Neither hidden at its beginning, nor with an end that Windows drops. */
const trimmed = (stem: string) => stem.replace(/^[. ]+|[. ]+$/g, '');

function cutTo(text: string, max: number): string {
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > max) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function hiddenCharacter(character: string) {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return mediaProblems.invalid_path(
    `The name of the file has a character that cannot be seen (U+${code}). Rename the file, and upload it again.`,
  );
}

import { isWindowsDeviceName } from '@galley/kernel';
import { mediaProblems } from '../problems.ts';

/** Leaves room for a suffix and the sidecar extension within 255 bytes. */
const maxBytes = 150;
const fallback = 'file';
const sidecarEnding = /\.meta\.yaml$/i;

/** Some systems add direction marks to screenshot names. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]/g;

/**
 * Last path segment of a client's name, valid on every file system, at most 150 bytes; never hidden. Idempotent.
 * Characters that disguise a name are refused, other invalid ones become hyphens.
 *
 * @throws `invalid_path`
 */
export function toStoredName(clientName: string): string {
  const visible = clientName.replace(invisible, '').toWellFormed().normalize('NFC');
  const hidden = /[\p{Cc}\p{Bidi_Control}]/u.exec(visible);
  if (hidden !== null) throw hiddenCharacter(hidden[0]);
  const last = visible.split(/[/\\]/).at(-1)!;
  const plain = last.replace(/[<>:"|?*\p{Noncharacter_Code_Point}]/gu, '-').replace(/\s+/g, ' ');
  const { stem, ending } = splitExtension(plain.trim().replace(/[. ]+$/, ''));
  const whole = safeStem(stem, maxBytes - ending.length) + ending;
  const safe = whole
    .replace(sidecarEnding, '-meta.yaml')
    .replace(/\.[a-z\d]{1,10}$/i, (found) => found.toLowerCase());
  // Truncation may expose a new extension.
  return safe === clientName ? safe : toStoredName(safe);
}

/** `.jpg` is a file without a name. */
function splitExtension(name: string): { readonly stem: string; readonly ending: string } {
  const [ending = ''] = /\.[a-z\d]{1,10}$/i.exec(name) ?? [];
  return { stem: name.slice(0, name.length - ending.length), ending };
}

function safeStem(stem: string, max: number): string {
  const cut = trimStem(truncateBytes(trimStem(stem), max)) || fallback;
  return isWindowsDeviceName(cut) ? `_${trimStem(truncateBytes(cut, max - 1))}` : cut;
}

/** Leading dots hide a file; Windows drops trailing dots and spaces. */
const trimStem = (stem: string) => stem.replace(/^[. ]+|[. ]+$/g, '');

function truncateBytes(text: string, max: number): string {
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

/** What a document says, as the text of form fields, and back. */

const plain = (text) => text.replace(/\r\n?/g, '\n');
const oneLine = (text) => plain(text).replaceAll('\n', ' ');

/** @param {unknown} value of a frontmatter key */
const isText = (value) => value == null || typeof value !== 'object';

/** Whether a line of text separated by commas can say all that the tags say. */
const areTags = (tags) =>
  isText(tags) || (Array.isArray(tags) && tags.every((tag) => isText(tag) && !/[,\n]/.test(tag)));

/** Why a field cannot be edited as text; empty when it can. @param {any} detail @param {string} name */
export function fieldRefusal({ frontmatter }, name) {
  const can = name === 'tags' ? areTags(frontmatter.tags) : isText(frontmatter[name]);
  return can ? '' : 'This is more than plain text in the file. Edit it in the whole file.';
}

/** The texts of a document's fields; of `content` alone when the whole file is edited. @param {any} detail */
export function textsOf({ frontmatter, raw_body, raw }, isWholeFile) {
  if (isWholeFile) return { content: plain(raw) };
  const { title, summary, tags } = frontmatter;
  return {
    title: oneLine(String(title ?? '')),
    summary: plain(String(summary ?? '')),
    tags: oneLine([tags ?? []].flat().join(', ')),
    content: plain(raw_body),
  };
}

/** The names of the fields that differ. @param {Record<string, string>} shown @param {Record<string, string>} typed */
export function editedNames(shown, typed) {
  return Object.keys(typed).filter((name) => typed[name] !== shown[name]);
}

/**
 * What to send so that the fields that the person edited change and everything else stays as `detail` has it.
 * @param {any} detail
 * @param {{ typed: Record<string, string>, edited: string[], state: string }} edit `state` is empty when it stays
 */
export function saveOf({ frontmatter, raw_body }, { typed, edited, state }) {
  const values = { ...frontmatter };
  for (const name of edited.filter((key) => key !== 'content')) {
    const value = name === 'tags' ? tagsFrom(typed.tags, frontmatter.tags) : typed[name];
    if (value === '' || value.length === 0) delete values[name];
    else values[name] = value;
  }
  if (state) values.workflow = state;
  return { content: edited.includes('content') ? typed.content : raw_body, frontmatter: values };
}

/** Tags stay a list, or the single word that they were. @param {string} text @param {any} before */
function tagsFrom(text, before) {
  const had = new Map([before ?? []].flat().map((tag) => [String(tag), tag]));
  const names = text.split(',').map((name) => name.trim());
  const tags = [...new Set(names.filter((name) => name !== ''))].map(
    (name) => had.get(name) ?? name,
  );
  const isSingle = before != null && !Array.isArray(before) && tags.length === 1;
  return isSingle ? tags[0] : tags;
}

/** Whether the file begins with frontmatter; without it the API takes a text for a body. @param {string} text */
export const hasFrontmatter = (text) => /^\uFEFF?---[ \t]*\r?\n/.test(text);

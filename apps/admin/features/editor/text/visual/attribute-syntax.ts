export interface Attribute {
  /** Empty for a value such as `"about.md"`. */
  readonly name: string;
  readonly value: string;
  /** False for a name alone, which can be a value too: `legend`, `{{youtube dQw4w9WgXcQ}}`. */
  readonly isNamed: boolean;
}

/** A name with or without value, a quoted value, or another word. */
const attribute =
  /([a-z][a-z\d_-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))|(?![^\s"'=>]))|"([^"]*)"|'([^']*)'|([^\s"'=>]+)/gi;

export function attributesIn(text: string): Attribute[] {
  return [...text.matchAll(attribute)].map(([, name = '', ...found]) => {
    const value = found.find((part) => part !== undefined);
    return { name, value: value ?? '', isNamed: name !== '' && value !== undefined };
  });
}

/** `null` removes the attribute, and `true` writes its name without a value. */
export interface NewAttribute {
  readonly name: string;
  readonly value: string | true | null;
}

/** Change within `text` that touches only this attribute, or adds it behind the others. */
export function attributeChange(
  text: string,
  { name, value }: NewAttribute,
): { from: number; to: number; insert: string } {
  const found = [...text.matchAll(attribute)].find((match) => match[1] === name);
  const written = value === null ? '' : value === true ? name : `${name}=${quoted(value)}`;
  if (!found) {
    const end = text.trimEnd().length;
    return { from: end, to: end, insert: written && ` ${written}` };
  }
  const to = found.index + found[0].length;
  if (value !== null) return { from: found.index, to, insert: written };
  return { from: text.slice(0, found.index).trimEnd().length, to, insert: '' };
}

/** Markdown has no escape for quotes, so a value with both kinds loses its double ones. */
function quoted(given: string): string {
  const value = given.replace(/[\r\n]+/g, ' ');
  const quote = value.includes('"') && !value.includes("'") ? "'" : '"';
  return quote + (quote === '"' ? value.replaceAll('"', "'") : value) + quote;
}

/** Attributes of a new block: those that it requires. */
export function requiredAttributes(
  parameters: readonly { name: string; required: boolean; type: string; default: unknown }[],
): string {
  return parameters
    .filter(({ required }) => required)
    .map(({ name, type, default: value }) => {
      if (type === 'boolean') return value === true ? ` ${name}` : ` ${name}="false"`;
      const given = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      return ` ${name}=${quoted(given)}`;
    })
    .join('');
}

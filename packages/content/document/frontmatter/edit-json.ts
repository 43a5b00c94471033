import {
  frontmatterLimits,
  isEqual,
  isObject,
  own,
  parseJson,
  type JsonMember,
  type JsonNode,
  type Values,
} from '@galley/settings';

/** Members with equal values keep their text and order; added ones come last. */
export function editJson(text: string, after: Values, ending: string): string {
  const root = parseJson(text, frontmatterLimits);
  const editor = new JsonEditor(text, ending);
  return text.slice(0, root.start) + editor.edited(root, after, '') + text.slice(root.end);
}

class JsonEditor {
  readonly #text: string;
  readonly #ending: string;
  /** Undefined when the text is on one line. */
  readonly #indent: string | undefined;

  constructor(text: string, ending: string) {
    this.#text = text;
    this.#ending = ending;
    const isOnLines = text.includes('\n') || text === '{}';
    this.#indent = isOnLines ? (/\n([ \t]+)"/.exec(text)?.[1] ?? '  ') : undefined;
  }

  edited(node: JsonNode, after: unknown, indentation: string): string {
    const { start, end, value, members } = node;
    if (isEqual(value, after)) return this.#text.slice(start, end);
    if (!members || !isObject(after)) return this.#render(after, indentation);
    return this.#editedObject(node, members, after);
  }

  #editedObject(node: JsonNode, members: readonly JsonMember[], after: Values): string {
    const last = members.at(-1);
    const tail = last ? this.#text.slice(last.node.end, node.end - 1) : this.#lineStart('');
    const entries = members.flatMap((member, index) => {
      if (!Object.hasOwn(after, member.key)) return [];
      const lead = this.#leadOf(members, index, node);
      const key = this.#text.slice(member.start, member.node.start);
      const value = this.edited(member.node, own(after, member.key), indentationOf(lead));
      const next = members[index + 1];
      return [{ text: lead + key + value, trail: next ? this.#trailOf(member, next) : '' }];
    });
    const known = new Set(members.map(({ key }) => key));
    const lead = last
      ? this.#leadOf(members, members.length - 1, node)
      : this.#lineStart(this.#indent);
    for (const [key, value] of Object.entries(after)) {
      if (known.has(key) || value === undefined) continue;
      const rendered = this.#render(value, indentationOf(lead));
      entries.push({ text: `${lead}${JSON.stringify(key)}: ${rendered}`, trail: '' });
    }
    if (entries.length === 0) return '{}';
    const texts = entries.map(
      ({ text, trail }, at) => text + (at + 1 < entries.length ? trail : ''),
    );
    return `{${texts.join(',')}${tail}}`;
  }

  /** White space before a key. */
  #leadOf(members: readonly JsonMember[], index: number, node: JsonNode): string {
    const before = index === 0 ? node.start + 1 : members[index - 1]!.node.end;
    return /\s*$/.exec(this.#text.slice(before, members[index]!.start))![0];
  }

  /** White space between a value and its comma. */
  #trailOf(member: JsonMember, next: JsonMember): string {
    return /^\s*/.exec(this.#text.slice(member.node.end, next.start))![0];
  }

  #lineStart(indentation: string | undefined): string {
    return this.#indent === undefined ? '' : this.#ending + (indentation ?? '');
  }

  #render(value: unknown, indentation: string): string {
    const text = JSON.stringify(value, null, this.#indent);
    return text.replaceAll('\n', this.#ending + indentation);
  }
}

function indentationOf(lead: string): string {
  return /[ \t]*$/.exec(lead)![0];
}

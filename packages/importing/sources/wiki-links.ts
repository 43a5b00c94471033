import { posix } from 'node:path';
import { termSlug } from '@galley/content';
import { changeProse, decoded, encodePath, replaceAddresses } from '../references.ts';

interface WikiText {
  readonly text: string;
  readonly tags: readonly string[];
  readonly warnings: readonly string[];
}

/** Finds notes and attachments as Obsidian does: by path, else by name in any folder. */
export class WikiLinks {
  readonly #byPath = new Map<string, string>();
  readonly #byName = new Map<string, string>();

  constructor(paths: readonly string[]) {
    const shortestFirst = [...paths].sort((a, b) => a.split('/').length - b.split('/').length);
    for (const path of shortestFirst) {
      const name = keyOf(path);
      this.#byPath.set(name, path);
      const last = name.split('/').at(-1)!;
      if (!this.#byName.has(last)) this.#byName.set(last, path);
    }
  }

  /** Links become links of Markdown to the files of the vault. Frontmatter stays as it is. */
  convert(source: string, text: string): WikiText {
    const tags = new Set<string>();
    const missing = new Set<string>();
    const embedded = new Set<string>();
    const [head, body] = splitFrontmatter(text);
    const converted = changeProse(body, (prose) => {
      for (const [, tag] of prose.matchAll(
        /(?<![\p{L}\p{N}\p{M}_/#&;)\]])#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu,
      ))
        tags.add(tag!);
      return prose.replace(/!?\[\[[^[\]\n]*\]\]/g, (whole) => {
        const link = parseLink(whole);
        const found = link.name === '' ? source : this.#find(link.name, source);
        if (found === undefined) {
          missing.add(link.name);
          return link.label ?? link.name;
        }
        if (link.isEmbed && found.endsWith('.md')) embedded.add(link.name);
        return markdownOf(link, { found, source });
      });
    });
    const linked = replaceAddresses(converted, (address, rest) =>
      this.#byAddress(address, rest, source),
    );
    return {
      text: `${head}${linked}`,
      tags: [...tags],
      warnings: [
        ...[...missing].map(
          (name) => `Its link to ${JSON.stringify(name)} leads nowhere in the vault.`,
        ),
        ...[...embedded].map(
          (name) => `It embeds the note ${JSON.stringify(name)}, which became a link.`,
        ),
      ],
    };
  }

  /** Links of Markdown find files by name, too. */
  #byAddress(address: string, rest: string, source: string): string | undefined {
    const path = decoded(address);
    if (path === '' || /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(path)) return undefined;
    if (this.#byPath.has(keyOf(posix.join(posix.dirname(source), path)))) return undefined;
    const found = this.#find(path, source);
    return found && encodePath(posix.relative(posix.dirname(source), found)) + rest;
  }

  #find(name: string, source: string): string | undefined {
    const key = keyOf(name);
    const beside = keyOf(posix.join(posix.dirname(source), name));
    return (
      this.#byPath.get(key) ?? this.#byPath.get(beside) ?? this.#byName.get(key.split('/').at(-1)!)
    );
  }
}

const keyOf = (path: string) => path.normalize('NFC').toLowerCase().replace(/\.md$/, '');

function splitFrontmatter(text: string): readonly [string, string] {
  const [head = ''] = /^---\r?\n[^]*?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  return [head, text.slice(head.length)];
}

/** Blocks (`#^id`) have no anchors here; other files keep theirs, such as `#page=3`. */
function fragmentOf(heading: string, found: string): string {
  if (!found.endsWith('.md')) return heading.replace(/[()\s]/g, encodeURIComponent);
  const last = heading.split('#').at(-1)!;
  const slug = last.startsWith('^') ? '' : termSlug(last);
  return slug === '' ? '' : `#${slug}`;
}

interface WikiLink {
  readonly isEmbed: boolean;
  readonly name: string;
  /** With `#`, or empty. */
  readonly heading: string;
  readonly label: string | undefined;
}

/** `![[name#heading|label]]` */
function parseLink(text: string): WikiLink {
  const isEmbed = text.startsWith('!');
  // In tables, the bar is escaped.
  const [target = '', label] = text.slice(isEmbed ? 3 : 2, -2).split(/\\?\|/);
  const [name = ''] = target.split('#', 1);
  return { isEmbed, name: name.trim(), heading: target.slice(name.length), label };
}

function markdownOf(
  { isEmbed, name, heading, label }: WikiLink,
  { found, source }: { readonly found: string; readonly source: string },
): string {
  const isPicture = isEmbed && /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(found);
  const address = name === '' ? '' : encodePath(posix.relative(posix.dirname(source), found));
  const target = `(${address}${fragmentOf(heading, found)})`;
  // `![[picture.png|300]]` sets a width.
  if (isPicture) return `![${/^\d+(?:x\d+)?$/.test(label ?? '') ? '' : (label ?? '')}]${target}`;
  return `[${label ?? (name || heading.slice(1))}]${target}`;
}

import { posix } from 'node:path';
import { changeProse, encodePath } from '../references.ts';

/** Replaces the tags and filters of Jekyll that stand for addresses; others stay. */
export class LiquidLinks {
  readonly #paths: ReadonlySet<string>;
  readonly #posts = new Map<string, string>();

  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths);
    for (const path of paths) {
      const [, name] = /(?:^|\/)_posts\/(.+)\.\w+$/.exec(path) ?? [];
      if (name !== undefined) this.#posts.set(name, path);
    }
  }

  convert(source: string, text: string): string {
    if (!/\{[{%]/.test(text)) return text;
    const relative = (path: string) => encodePath(posix.relative(posix.dirname(source), path));
    return changeProse(text, (prose) =>
      prose
        .replace(/\{\{\s*site\.baseurl\s*\}\}(?=\/)|\{\{\s*site\.url\s*\}\}(?=\/)/g, '')
        .replace(/\{\{\s*(["'])([^"'{}|]*)\1\s*\|\s*(?:relative|absolute)_url\s*\}\}/g, '$2')
        .replace(
          /\{%\s*(link|post_url)\s+([^\s{}%]+)\s*%\}/g,
          (whole, tag: string, given: string) => {
            const name = given.replace(/^\//, '');
            const found = tag === 'link' ? name : this.#posts.get(name.replace(/\.\w+$/, ''));
            return found !== undefined && this.#paths.has(found) ? relative(found) : whole;
          },
        ),
    );
  }
}

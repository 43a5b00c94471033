import { ThemeRenderError } from '../theme/template-place.ts';
import { escapeHtml } from './escape-html.ts';
import type { BlockText } from './block-syntax.ts';

/** All shortcodes of a text together. */
export const shortcodeLimits = { milliseconds: 2_000, characters: 10_000_000 } as const;

export interface ShortcodeBudget {
  readonly milliseconds: number;
  readonly characters: number;
}

/** Templates in `shortcodes/` of the theme, of the site, and included ones. */
export interface Shortcodes {
  readonly names: ReadonlySet<string>;
  /** Changes with everything that the templates read. */
  readonly key: string;
  /** Throws `ThemeRenderError`, also when the budget is exceeded. */
  render(name: string, view: object, budget: ShortcodeBudget): string;
}

export const noShortcodes: Shortcodes = { names: new Set(), key: '', render: () => '' };

/** Elements that stand for shortcodes and drawings until the text is sanitised. Their name is random, so texts cannot contain it. */
export function placeholderFor(tag: string, index: number): string {
  return `<${tag} n="${index}"><slot></slot></${tag}>`;
}

export interface ShortcodeTexts {
  readonly tag: string;
  readonly calls: readonly BlockText[];
  /** Safe HTML, numbered after the calls. */
  readonly drawings: readonly (string | undefined)[];
  /** Variables of templates beside those of the call. */
  readonly view: object;
  /** Throws for a call that cannot be rendered. */
  readonly check?: (call: BlockText) => void;
}

export interface ExpandedShortcodes {
  readonly html: string;
  /** Failed ones are displayed as their inner text, or as their source. */
  readonly failures: readonly Error[];
}

/** Replaces placeholders from the inside out, so that a template gets its inner text with shortcodes expanded. */
export function expandShortcodes(
  html: string,
  { tag, calls, drawings, view, check }: ShortcodeTexts,
  shortcodes: Shortcodes,
): ExpandedShortcodes {
  const failures: Error[] = [];
  const budget = { ...shortcodeLimits } as { milliseconds: number; characters: number };
  const expand = (call: BlockText | undefined, inner: string): string => {
    // Filters of plugins see placeholders and may write others.
    if (!call) return inner;
    const began = performance.now();
    try {
      refuseExhausted(call.name, budget);
      check?.(call);
      const { attributes: params, args, text } = call;
      const made = shortcodes.render(call.name, { ...view, params, args, text, inner }, budget);
      budget.characters -= made.length;
      return made;
    } catch (error) {
      failures.push(placed(error as Error, call));
      return inner || `<code>${escapeHtml(sourceOf(call))}</code>`;
    } finally {
      budget.milliseconds -= performance.now() - began;
    }
  };
  const replace = (n: number, inner: string) =>
    drawings[n - calls.length] ?? expand(calls[n], inner);
  return { html: replacePlaceholders(html, tag, replace), failures };
}

/** Previews and builds report only errors with a place. */
function placed(error: Error, { name }: BlockText): Error {
  if (error instanceof ThemeRenderError) return error;
  const place = { file: `shortcodes/${name}.html`, line: 1, column: 1 };
  return new ThemeRenderError(place, error.message, error);
}

function refuseExhausted(name: string, { milliseconds, characters }: ShortcodeBudget): void {
  if (milliseconds > 0 && characters > 0) return;
  const { milliseconds: most, characters: longest } = shortcodeLimits;
  throw new Error(
    `The shortcode ${name} was not rendered: those of this text took more than ${most} ms or ${longest} characters together.`,
  );
}

function replacePlaceholders(
  html: string,
  tag: string,
  replace: (index: number, inner: string) => string,
): string {
  const open: { index: number; before: string }[] = [];
  let text = '';
  let end = 0;
  for (const found of html.matchAll(new RegExp(`<${tag}([^>]*)>|</${tag}>`, 'g'))) {
    text += html.slice(end, found.index);
    end = found.index + found[0].length;
    if (found[1] !== undefined) {
      open.push({ index: Number(/^ n="(\d+)"$/.exec(found[1])?.[1]), before: text });
      text = '';
    } else {
      const { index, before } = open.pop()!;
      text = before + replace(index, text);
    }
  }
  return text + html.slice(end);
}

function sourceOf({ name, attributes, args }: BlockText): string {
  const words = [...args, ...Object.entries(attributes).map(([key, value]) => `${key}="${value}"`)];
  return `{{${[name, ...words].join(' ')}}}`;
}

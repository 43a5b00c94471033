import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

const file = (name: string) =>
  readFile(new URL(`../themes/default/assets/${name}`, import.meta.url), 'utf8');
const [own, theme] = await Promise.all([file('highlight.css'), file('theme.css')]);

function palettes(
  css: string,
): readonly [ReadonlyMap<string, string>, ReadonlyMap<string, string>] {
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  const colours = (text: string) =>
    new Map(
      [...text.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name!, value!]),
    );
  return [colours(light), colours(dark)];
}

/** WCAG 2.2 */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

describe.each(['light', 'dark'] as const)('the %s colours of code', (kind) => {
  const at = kind === 'light' ? 0 : 1;
  const code = palettes(own)[at];
  const page = palettes(theme)[at];
  const marked = code.get('hl-marked')!;
  const colours = [...code, ['ink', page.get('ink')!] as const].filter(
    ([name]) => name !== 'hl-marked',
  );

  test.each(colours)(
    '%s can be read on the page and on a marked line (WCAG 1.4.3)',
    (_name, colour) => {
      expect(contrast(colour, page.get('tint')!)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colour, marked)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

import { queryOptions } from '@tanstack/react-query';

/** The properties that a theme's `editor.css` may define on `:root` (ADD-EDIT-4), with what each one sets. */
const properties: Readonly<Record<string, string>> = {
  '--editor-font': 'font-family',
  '--editor-heading-font': 'font-family',
  '--editor-size': 'font-size',
  '--editor-h1-size': 'font-size',
  '--editor-h2-size': 'font-size',
  '--editor-h3-size': 'font-size',
  '--editor-line-height': 'line-height',
  '--editor-measure': 'max-width',
  '--editor-heading-weight': 'font-weight',
  '--editor-heading-color': 'color',
  '--editor-link-color': 'color',
};

/** Contrast of text that is read, by WCAG 2.2. */
const minContrast = 4.5;

/** `--paper` of tokens.css, light and dark: its computed value has only the current one. */
const papers = ['#ffffff', '#17181b'] as const;

export function typographyQuery(address: string | null) {
  return queryOptions({
    queryKey: ['typography', address],
    queryFn: async ({ signal }): Promise<Typography> => {
      if (address === null) return { values: {}, fonts: null };
      const url = new URL(address, location.origin).href;
      const answer = await fetch(url, { signal });
      return answer.ok ? readTypography(await answer.text(), url) : { values: {}, fonts: null };
    },
    staleTime: Infinity,
  });
}

export interface Typography {
  /** By property; without those that the browser can't read or that would be hard to read. */
  readonly values: Readonly<Record<string, string>>;
  /** The `@font-face` rules. */
  readonly fonts: CSSStyleSheet | null;
}

/** Reads values instead of adding the style sheet, whose rules could change the admin. */
function readTypography(css: string, baseURL: string): Typography {
  const sheet = new CSSStyleSheet({ baseURL });
  sheet.replaceSync(css);
  const values: Record<string, string> = {};
  const faces: string[] = [];
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSFontFaceRule) faces.push(rule.cssText);
    if (!(rule instanceof CSSStyleRule) || rule.selectorText !== ':root') continue;
    for (const [name, target] of Object.entries(properties)) {
      const value = rule.style.getPropertyValue(name).trim();
      const isUsable = target === 'color' ? isReadable(value) : CSS.supports(target, value);
      if (value && isUsable) values[name] = value;
    }
  }
  const fonts = faces.length === 0 ? null : new CSSStyleSheet({ baseURL });
  fonts?.replaceSync(faces.join('\n'));
  return { values, fonts };
}

/** On the paper of the admin, in light and dark mode. */
function isReadable(color: string): boolean {
  return bothSchemes(color).every((ink, scheme) => {
    const [a, b] = [luminance(ink), luminance(papers[scheme]!)];
    if (a === undefined || b === undefined) return false;
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= minContrast;
  });
}

function bothSchemes(color: string): readonly [light: string, dark: string] {
  const [, light, dark] = /^light-dark\(([^,]+),([^,]+)\)$/.exec(color) ?? [];
  return [(light ?? color).trim(), (dark ?? color).trim()];
}

/** Undefined for what is no colour, or no opaque one. */
function luminance(color: string): number | undefined {
  const context = document.createElement('canvas').getContext('2d');
  if (!context || !CSS.supports('color', color)) return undefined;
  context.fillStyle = color;
  // The canvas writes opaque colours of sRGB in this form.
  const digits = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(context.fillStyle);
  if (!digits) return undefined;
  const [red, green, blue] = digits.slice(1).map((pair) => {
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

import { sha256 } from '@galley/kernel';
import { siteProblems } from '../problems.ts';
import { createEngine } from './liquid-engine.ts';
import { invalidThemeAt, extractMessage, locateError } from './template-place.ts';
import type { ThemeSettingValue } from './theme-settings.ts';

export interface ThemeAsset {
  readonly path: string;
  /** `theme.0123456789abcdef.css`, which identifies the content permanently. */
  readonly hashedPath: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** 32 hexadecimal digits of the SHA-256, for the ETag. */
  readonly hash: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
};

/** Reads the theme's settings, because pages allow no inline styles. */
const styleTemplate = '.css.liquid';

/** Renders style sheet templates, and hashes references in style sheets. Throws `invalid_theme`. */
export function prepareAssets(
  files: ReadonlyMap<string, Uint8Array>,
  values: Readonly<Record<string, ThemeSettingValue>>,
  origins: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, ThemeAsset> {
  const shownName = (file: string): string => origins.get(file) ?? file;
  const ready = writtenOut(files, values, shownName);
  const assets = new Map<string, ThemeAsset>();
  const inProgress = new Set<string>();
  const assetOf = (path: string): ThemeAsset | undefined => {
    const bytes = ready.get(path);
    const known = assets.get(path);
    // In circular imports, one side uses the unhashed name.
    if (known !== undefined || bytes === undefined || inProgress.has(path)) return known;
    inProgress.add(path);
    const asset = newAsset(
      path,
      path.endsWith('.css') ? hashReferences(path, bytes, assetOf) : bytes,
    );
    assets.set(path, asset);
    return asset;
  };
  for (const path of ready.keys()) assetOf(path);
  return assets;
}

export function pathWithoutHash(path: string): string {
  return path.replace(/\.[0-9a-f]{16}(\.[^./]+)$/, '$1');
}

function newAsset(path: string, bytes: Uint8Array): ThemeAsset {
  const hash = sha256(bytes).slice(0, 32);
  return {
    path,
    hashedPath: path.replace(/(\.[^./]+)$/, `.${hash.slice(0, 16)}$1`),
    bytes,
    contentType: contentTypeOf(path),
    hash,
  };
}

function contentTypeOf(path: string): string {
  const ending = path.split('.').at(-1)!.toLowerCase();
  if (path.includes('.') && Object.hasOwn(contentTypes, ending)) return contentTypes[ending]!;
  throw siteProblems.invalid_theme(
    `assets/${path} has a type that themes cannot serve. Use one of ${Object.keys(contentTypes).join(', ')}, or ${styleTemplate.slice(1)}.`,
    { file: `assets/${path}` },
  );
}

function writtenOut(
  files: ReadonlyMap<string, Uint8Array>,
  values: Readonly<Record<string, ThemeSettingValue>>,
  shownName: (file: string) => string,
): ReadonlyMap<string, Uint8Array> {
  const engine = createEngine(new Map(), formatCssValue);
  const entries = [...files].map(([path, bytes]): readonly [string, Uint8Array] => {
    if (!path.endsWith(styleTemplate)) return [path, bytes];
    const target = path.slice(0, -'.liquid'.length);
    const file = shownName(`assets/${path}`);
    if (files.has(target)) {
      throw siteProblems.invalid_theme(
        `Both ${file} and assets/${target} exist. Remove one of them.`,
        {
          file,
        },
      );
    }
    try {
      const template = engine.parse(Buffer.from(bytes).toString(), file);
      const css = String(engine.renderSync(template, {}, { globals: { theme: values } }));
      return [target, Buffer.from(css)];
    } catch (error) {
      throw invalidThemeAt(locateError(error, file), extractMessage(error));
    }
  });
  return new Map(entries);
}

/** Escapes all but numbers, sizes, colours, letters and digits: safe in strings and names. */
function formatCssValue(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (/^(?:#[0-9a-f]{3,8}|-?(?:\d+\.?\d*|\.\d+)(?:%|[a-z]{1,4})?)$/i.test(text)) return text;
  return text.replace(
    /[^\w\u{80}-\u{10ffff}-]/gu,
    (character) => `\\${character.codePointAt(0)!.toString(16)} `,
  );
}

function hashReferences(
  path: string,
  bytes: Uint8Array,
  assetOf: (path: string) => ThemeAsset | undefined,
): Uint8Array {
  const css = Buffer.from(bytes).toString();
  const hashed = css.replace(
    /(url\(\s*["']?|@import\s+["'])([^"')\s]+)/gi,
    (whole, before: string, address: string) => {
      const target = resolveAsset(path, address);
      const asset = target === undefined ? undefined : assetOf(target);
      return asset ? before + replaceFileName(address, asset.hashedPath) : whole;
    },
  );
  return hashed === css ? bytes : Buffer.from(hashed);
}

/** `undefined` for other targets. */
function resolveAsset(styleSheet: string, address: string): string | undefined {
  const folder = '/assets/';
  const base = `theme:${folder}${styleSheet.split('/').map(encodeURIComponent).join('/')}`;
  const url = URL.parse(address, base);
  if (url?.protocol !== 'theme:' || url.host !== '' || !url.pathname.startsWith(folder)) {
    return undefined;
  }
  try {
    return decodeURIComponent(url.pathname.slice(folder.length));
  } catch {
    return undefined;
  }
}

function replaceFileName(address: string, hashedPath: string): string {
  const name = encodeURIComponent(hashedPath.split('/').at(-1)!);
  return address.replace(/[^/?#]+(?=$|[?#])/, () => name);
}

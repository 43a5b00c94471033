import { siteProblems } from '../problems.ts';
import type { ReadTexts, TextFault } from '../texts/read-texts.ts';
import type { TextFiles } from '../texts/site-texts.ts';
import type { ThemeFolder } from './theme-chain.ts';
import { listedSettings, type ThemeList } from './theme-lists.ts';
import type { ThemeManifest } from './theme-manifest.ts';
import type { ThemeSetting } from './theme-settings.ts';

/** Files of a theme, of a theme that it extends, or of the folder `templates/` of the site. */
export interface ThemeLayer {
  /** Folder for messages, such as `themes/default/`; empty for the theme itself. */
  readonly origin: string;
  readonly templates: ReadonlyMap<string, string>;
  /** Paths below `assets/`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly texts: ReadTexts;
}

export interface MergedLayers extends Pick<ThemeLayer, 'templates' | 'files'> {
  /** Later ones replace earlier ones. */
  readonly texts: readonly TextFiles[];
  /** Faults in texts of the site, which are left out. */
  readonly textFaults: readonly TextFault[];
  /** Where inherited and overriding files come from, such as `layouts/page.liquid` to `themes/default/layouts/page.liquid`. */
  readonly origins: ReadonlyMap<string, string>;
}

/** From the outermost parent to the site: later files replace earlier ones of the same path. */
export function mergeLayers(layers: readonly ThemeLayer[]): MergedLayers {
  const templates = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  const origins = new Map<string, string>();
  for (const { origin, ...layer } of layers) {
    for (const [file, text] of layer.templates) {
      templates.set(file, text);
      origins.set(file, origin + file);
    }
    const before = new Map(files);
    for (const path of layer.files.keys()) {
      const other = otherSpelling(path);
      if (other !== undefined && !layer.files.has(other)) files.delete(other);
    }
    for (const [path, bytes] of layer.files) {
      const { path: target, bytes: whole } = withParentStyles({ path, bytes, origin }, before);
      files.set(target, whole);
      origins.set(`assets/${target}`, `${origin}assets/${path}`);
    }
  }
  return {
    templates,
    files,
    origins,
    texts: layers.map(({ texts }) => texts.texts),
    textFaults: layers.flatMap(({ texts }) => texts.faults),
  };
}

/** `theme.css` and `theme.css.liquid` are the same style sheet. */
function otherSpelling(path: string): string | undefined {
  if (path.endsWith('.css')) return `${path}.liquid`;
  return path.endsWith('.css.liquid') ? path.slice(0, -'.liquid'.length) : undefined;
}

const parentImport = /^[ \t]*@import\s+(["'])parent\1\s*;[ \t]*$/m;

/** `@import 'parent';` in a style sheet inserts the one that it replaces. */
function withParentStyles(
  { path, bytes, origin }: { path: string; bytes: Uint8Array; origin: string },
  before: ReadonlyMap<string, Uint8Array>,
): { path: string; bytes: Uint8Array } {
  const other = otherSpelling(path);
  if (other === undefined) return { path, bytes };
  const css = Buffer.from(bytes).toString();
  const found = parentImport.exec(css);
  if (!found) return { path, bytes };
  const inherited = [path, other].find((name) => before.has(name));
  if (inherited === undefined) {
    const file = `${origin}assets/${path}`;
    const line = css.slice(0, found.index).split('\n').length;
    throw siteProblems.invalid_theme(
      `${file}, line ${line}, column 1: no extended theme has a style sheet of this name to insert.`,
      { file, line, column: 1 },
    );
  }
  const parent = Buffer.from(before.get(inherited)!).toString();
  const target = inherited.endsWith('.liquid') ? inherited : path;
  return { path: target, bytes: Buffer.from(css.replace(parentImport, () => parent)) };
}

/**
 * The theme's own description, with the settings and lists of the themes that it extends, which follow it. Throws
 * `invalid_theme` for a list that reads a missing setting.
 */
export function mergeManifests(chain: readonly [ThemeFolder, ...ThemeFolder[]]): ThemeManifest {
  const settings = new Map<string, ThemeSetting>();
  const lists = new Map<string, ThemeList>();
  for (const { manifest } of chain.toReversed()) {
    for (const setting of manifest.settings) settings.set(setting.name, setting);
    for (const list of manifest.lists) {
      requireSettings(list, {
        settings,
        origin: manifest === chain[0].manifest ? '' : `themes/${manifest.name}/`,
      });
      lists.set(list.name, list);
    }
  }
  return { ...chain[0].manifest, settings: [...settings.values()], lists: [...lists.values()] };
}

function requireSettings(
  list: ThemeList,
  { settings, origin }: { settings: ReadonlyMap<string, ThemeSetting>; origin: string },
): void {
  const missing = listedSettings(list).find((name) => !settings.has(name));
  if (missing === undefined) return;
  const at = { file: `${origin}theme.yaml`, line: list.line, column: 1 };
  throw siteProblems.invalid_theme(
    `${at.file}, line ${at.line}, column 1: the list ${list.name} reads theme.${missing}, but the theme has no setting ${missing}.`,
    at,
  );
}

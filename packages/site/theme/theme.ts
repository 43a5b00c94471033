import type { Liquid } from 'liquidjs';
import { siteProblems } from '../problems.ts';
import { createEngine } from './liquid-engine.ts';
import type { ThemeAsset } from './theme-files.ts';
import type { ThemeManifest } from './theme-manifest.ts';

/** Layouts without which a theme could not show every page there is. */
export const requiredLayouts = ['page', 'list', 'term', 'terms', '404'] as const;

/** A template failed while a page was made. Line and column are for the log, never for the reader of the page. */
export class ThemeRenderError extends Error {
  readonly file: string;
  readonly line: number;
  readonly column: number;

  constructor(place: TemplatePlace, message: string, cause: unknown) {
    super(`${place.file}, line ${place.line}, column ${place.column}: ${message}`, { cause });
    this.name = 'ThemeRenderError';
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
  }
}

export interface TemplatePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ThemeParts {
  readonly manifest: ThemeManifest;
  readonly templates: ReadonlyMap<string, string>;
  readonly assets: ReadonlyMap<string, ThemeAsset>;
}

/** A theme with every template parsed. */
export class Theme {
  readonly manifest: ThemeManifest;
  readonly #parts: ThemeParts;
  readonly #engine: Liquid;

  /** Throws `invalid_theme`, with file, line and column, when a template cannot be used. */
  constructor(parts: ThemeParts) {
    this.manifest = parts.manifest;
    this.#parts = parts;
    this.#engine = createEngine(parts.templates);
    this.#engine.registerFilter('asset', (path: unknown) => this.#assetAddress(String(path)));
    this.#refuseMissingLayouts();
    for (const [file, text] of parts.templates) this.#check(file, text);
  }

  hasLayout(name: string): boolean {
    return this.#parts.templates.has(`layouts/${name}.liquid`);
  }

  findAsset(path: string): ThemeAsset | undefined {
    return this.#parts.assets.get(path);
  }

  /** Whether pages of this theme load scripts of its own; where not, none may run. */
  get hasScripts(): boolean {
    return [...this.#parts.assets.keys()].some((path) => path.endsWith('.js'));
  }

  /** Throws ThemeRenderError. */
  render(layout: string, view: object): string {
    try {
      return String(this.#engine.renderFileSync(layout, view));
    } catch (error) {
      throw new ThemeRenderError(
        placeOf(error, `layouts/${layout}.liquid`),
        messageOf(error),
        error,
      );
    }
  }

  #assetAddress(path: string): string {
    const asset = this.findAsset(path);
    if (asset === undefined) throw new Error(`There is no assets/${path} in the theme`);
    return `/assets/${encodeURI(path)}?v=${asset.hash}`;
  }

  #refuseMissingLayouts(): void {
    const missing = requiredLayouts.filter((name) => !this.hasLayout(name));
    if (missing.length === 0) return;
    const files = missing.map((name) => `layouts/${name}.liquid`).join(', ');
    throw siteProblems.invalid_theme(`The theme lacks ${files}.`);
  }

  #check(file: string, text: string): void {
    try {
      this.#engine.parse(text, file);
    } catch (error) {
      throw invalid(placeOf(error, file), messageOf(error));
    }
    for (const { place, target } of references(file, text)) {
      if (this.#parts.templates.has(target)) continue;
      throw invalid(place, `there is no ${target} in the theme`);
    }
  }
}

function invalid(place: TemplatePlace, message: string): Error {
  return siteProblems.invalid_theme(
    `${place.file}, line ${place.line}, column ${place.column}: ${message}.`,
    { ...place },
  );
}

interface Reference {
  readonly place: TemplatePlace;
  readonly target: string;
}

/** Templates that a template names literally. Liquid looks for them only when a page is made, which is too late. */
function references(file: string, text: string): readonly Reference[] {
  const code = text.replace(
    /\{%-?\s*(comment|raw)\s*-?%\}[\s\S]*?\{%-?\s*end\1\s*-?%\}/g,
    (unused) => unused.replace(/[^\n]/g, ' '),
  );
  const tags = code.matchAll(/\{%-?\s*(layout|render|include)\s+(["'])([^"']+)\2/g);
  return [...tags].map((tag) => {
    const before = code.slice(0, tag.index).split('\n');
    const folder = tag[1] === 'layout' ? 'layouts' : 'partials';
    const name = tag[3]!.endsWith('.liquid') ? tag[3]! : `${tag[3]!}.liquid`;
    return {
      place: { file, line: before.length, column: before.at(-1)!.length + 1 },
      target: `${folder}/${name}`,
    };
  });
}

interface LiquidFailure {
  readonly token?: { readonly file?: string; getPosition?(): readonly [number, number] };
  readonly originalError?: Error;
}

function placeOf(error: unknown, file: string): TemplatePlace {
  const { token } = error as LiquidFailure;
  const [line, column] = token?.getPosition?.() ?? [1, 1];
  return { file: token?.file ?? file, line, column };
}

function messageOf(error: unknown): string {
  const { originalError, message } = error as Error & LiquidFailure;
  return (originalError?.message ?? message).replace(/, file:.*$/s, '');
}

import { canonicalJson, sha256, type FieldError } from '@galley/kernel';
import type { SiteData } from '../data/read-site-data.ts';
import { siteProblems } from '../problems.ts';
import type { StaticFiles } from '../static/read-static-files.ts';
import { SiteTexts } from '../texts/site-texts.ts';
import { CompiledTemplates, type RenderBudget } from './compile/compiled-templates.ts';
import type { Shortcodes } from '../markdown/shortcodes.ts';
import { createEngine } from './liquid-engine.ts';
import {
  invalidThemeAt,
  extractMessage,
  locateError,
  ThemeRenderError,
  type TemplatePlace,
} from './template-place.ts';
import { pathWithoutHash, prepareAssets, type ThemeAsset } from './theme-assets.ts';
import { shortcodeFile } from './theme-files.ts';
import type { MergedLayers } from './theme-layers.ts';
import type { ThemeManifest } from './theme-manifest.ts';
import { fillSettings, type ThemeSettingValue } from './theme-settings.ts';

export const requiredLayouts = ['page', 'list', 'term', 'terms', '404'] as const;

const otherLayouts = ['list', 'term', 'terms', '404', 'error', 'search'];

export interface ThemeParts extends MergedLayers {
  readonly manifest: ThemeManifest;
  readonly given: Readonly<Record<string, unknown>>;
  readonly data: SiteData;
  readonly statics: StaticFiles;
  /** The files of the site are part of it. */
  readonly hasSite: boolean;
}

/** `naming`: plain, current hash, or outdated hash. */
export interface FoundAsset {
  readonly asset: ThemeAsset;
  readonly naming: 'plain' | 'hashed' | 'outdated';
}

export class Theme {
  /** Another thread can create the same theme from them. */
  readonly parts: ThemeParts;
  readonly manifest: ThemeManifest;
  readonly values: Readonly<Record<string, ThemeSettingValue>>;
  /** Replaced by defaults. */
  readonly misfits: readonly FieldError[];
  /** Equal for themes that render the same pages. */
  readonly fingerprint: string;
  readonly texts: SiteTexts;
  readonly shortcodes: Shortcodes;
  readonly #templates: ReadonlyMap<string, string>;
  readonly #assets: ReadonlyMap<string, ThemeAsset>;
  readonly #hashedPaths: ReadonlyMap<string, ThemeAsset>;
  readonly #compiled: CompiledTemplates;

  /** Throws `invalid_theme` with the position of an unusable template. */
  constructor(parts: ThemeParts) {
    const { manifest, templates, files, origins, given } = parts;
    this.parts = parts;
    this.manifest = manifest;
    const { values, misfits } = fillSettings(manifest.settings, given);
    this.values = values;
    this.misfits = misfits;
    this.texts = new SiteTexts(parts.texts);
    this.#templates = templates;
    this.#assets = prepareAssets(files, values, origins);
    const assets = [...this.#assets.values()];
    this.#hashedPaths = new Map(assets.map((asset) => [asset.hashedPath, asset]));
    const engine = createEngine(templates);
    const addresses = new Map(assets.map(({ path, hashedPath }) => [path, addressOf(hashedPath)]));
    engine.registerFilter('asset', (path: unknown) => addressIn(addresses, String(path)));
    this.#compiled = new CompiledTemplates(engine);
    this.#refuseMissingLayouts();
    for (const [file, text] of templates) this.#check(file, text);
    const names = assets.map(({ path, hash }) => [path, hash]);
    const { data, statics } = parts;
    this.fingerprint = sha256(
      canonicalJson([
        manifest,
        values,
        [...templates],
        names,
        this.texts.key,
        // Templates can list keys, so their order matters.
        JSON.stringify([data.values, data.missing]),
        [...statics.files].map(([path, bytes]) => [path, sha256(bytes)]),
      ]),
    );
    this.shortcodes = {
      names: new Set([...templates.keys()].flatMap((file) => shortcodeFile.exec(file)?.[1] ?? [])),
      key: this.fingerprint,
      render: (shortcode, view, budget) =>
        this.#render(`shortcodes/${shortcode}.html`, view, budget),
    };
  }

  /** Sorted. */
  get layoutNames(): readonly string[] {
    const names = [...this.#templates.keys()].map(
      (file) => /^layouts\/(.+)\.liquid$/.exec(file)?.[1],
    );
    return names.filter((name) => name !== undefined).toSorted();
  }

  /** For single documents: without those of lists and errors, and those that others extend. */
  get documentLayouts(): readonly string[] {
    const texts = [...this.#templates.values()];
    const extended = texts.map((text) => /{%-?\s*layout\s+['"]([^'"]+)['"]/.exec(text)?.[1]);
    const others = new Set([...extended, ...otherLayouts]);
    return this.layoutNames.filter((name) => !others.has(name));
  }

  hasLayout(name: string): boolean {
    return this.#templates.has(`layouts/${name}.liquid`);
  }

  findAsset(path: string): ThemeAsset | undefined {
    return this.#assets.get(path);
  }

  /** Changes with the content of the asset. */
  addressOfAsset(path: string): string | undefined {
    const asset = this.#assets.get(path);
    return asset && addressOf(asset.hashedPath);
  }

  /** Path below `/assets/`, with or without hash. */
  findNamed(path: string): FoundAsset | undefined {
    const plain = this.#assets.get(path);
    if (plain) return { asset: plain, naming: 'plain' };
    const hashed = this.#hashedPaths.get(path);
    if (hashed) return { asset: hashed, naming: 'hashed' };
    const present = this.#assets.get(pathWithoutHash(path));
    return present && { asset: present, naming: 'outdated' };
  }

  assetAddresses(): readonly string[] {
    const paths = [...this.#assets.values()].flatMap(({ path, hashedPath }) => [hashedPath, path]);
    return paths.map(addressOf);
  }

  /** Without own scripts, none may run. The included one is for theirs. */
  get hasScripts(): boolean {
    return [...this.#assets.keys()].some(
      (path) => path.endsWith('.js') && path !== 'full-text-search.js',
    );
  }

  /**
   * For builds; live pages are shown without it. Throws `invalid_theme` for a data file with a fault and no previous
   * value.
   */
  requireData(): void {
    const [fault] = this.parts.data.missing;
    if (!fault) return;
    const { file, line, message } = fault;
    throw siteProblems.invalid_theme(`${file}, line ${line}: ${message}.`, { file, line });
  }

  /** Throws ThemeRenderError. */
  render(layout: string, view: object): string {
    return this.#render(`layouts/${layout}.liquid`, view);
  }

  #render(file: string, view: object, budget?: RenderBudget): string {
    try {
      const globals = { theme: this.values, data: this.parts.data.values };
      return this.#compiled.render(file, view, { globals, ...budget });
    } catch (error) {
      throw new ThemeRenderError(locateError(error, file), extractMessage(error), error);
    }
  }

  #refuseMissingLayouts(): void {
    const missing = requiredLayouts.filter((name) => !this.hasLayout(name));
    if (missing.length === 0) return;
    const files = missing.map((name) => `layouts/${name}.liquid`).join(', ');
    throw siteProblems.invalid_theme(`The theme lacks ${files}.`);
  }

  #check(file: string, text: string): void {
    const shown = this.parts.origins.get(file) ?? file;
    try {
      this.#compiled.add(file, text, shown);
    } catch (error) {
      throw invalidThemeAt(locateError(error, shown), extractMessage(error));
    }
    for (const { place, target } of listReferences(shown, text)) {
      if (this.#templates.has(target)) continue;
      throw invalidThemeAt(place, `the theme has no ${target}`);
    }
  }
}

function addressOf(path: string): string {
  return `/assets/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function addressIn(addresses: ReadonlyMap<string, string>, path: string): string {
  const address = addresses.get(path);
  if (address === undefined) throw new Error(`The theme has no assets/${path}`);
  return address;
}

interface Reference {
  readonly place: TemplatePlace;
  readonly target: string;
}

/** Checked at load time because Liquid resolves them only while rendering. */
function listReferences(file: string, text: string): readonly Reference[] {
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

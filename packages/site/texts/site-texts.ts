import { canonicalJson, sha256 } from '@galley/kernel';
import { builtInTexts, interfaceTexts, type InterfaceTexts } from './interface-texts.ts';

/** `names` is a mapping of texts, others are texts. */
export type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
/** By language, such as `de` or `de-AT`. */
export type TextFiles = Readonly<Record<string, Texts>>;

/** Texts of pages: included ones, replaced by those of the themes, replaced by those of the site. */
export class SiteTexts {
  /** Empty without own texts. */
  readonly key: string;
  readonly #layers: readonly TextFiles[];
  readonly #known = new Map<string, InterfaceTexts>();

  /** Later layers replace earlier ones. */
  constructor(layers: readonly TextFiles[]) {
    this.#layers = layers.filter((files) => Object.keys(files).length > 0);
    this.key = this.#layers.length === 0 ? '' : sha256(canonicalJson(this.#layers));
  }

  /** `de-AT` uses `de`; English where a text is missing. */
  for(lang: string): InterfaceTexts {
    if (this.#layers.length === 0) return interfaceTexts(lang);
    const known = this.#known.get(lang) ?? this.#merged(lang);
    this.#known.set(lang, known);
    return known;
  }

  has(lang: string): boolean {
    return fallbacks(lang).some(
      (tag) => builtInTexts(tag) || this.#layers.some((files) => Object.hasOwn(files, tag)),
    );
  }

  #merged(lang: string): InterfaceTexts {
    const parts: Texts[] = [];
    for (const tag of ['en', ...fallbacks(lang)]) {
      const builtIn = builtInTexts(tag);
      if (builtIn) parts.push({ ...builtIn });
      for (const files of this.#layers) if (Object.hasOwn(files, tag)) parts.push(files[tag]!);
    }
    const names = Object.assign({}, ...parts.map((texts) => texts['names'])) as object;
    return { ...(Object.assign({}, ...parts) as InterfaceTexts), names: { ...names } };
  }
}

export const builtInSiteTexts = new SiteTexts([]);

/** `de` and `de-at` of `de-AT`. */
function fallbacks(lang: string): readonly string[] {
  const parts = lang.toLowerCase().split('-');
  return parts.map((_part, at) => parts.slice(0, at + 1).join('-'));
}

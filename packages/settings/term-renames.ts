import { fieldError } from '@galley/kernel';
import { editSiteSettings, type SettingChange } from './edit-site-settings.ts';
import type { EditLock } from './edit-config-file.ts';
import { settingsProblems } from './problems.ts';
import type { SiteSettings } from './site-settings.ts';
import { own, type Values } from './yaml/json-values.ts';

export interface TermRenamesOptions {
  readonly contentDirectory: string;
  readonly settings: () => SiteSettings;
  readonly underLock: EditLock;
  /** Called after the file was written, to apply it in all processes. */
  readonly onChange: () => Promise<void>;
}

export interface TermRename {
  readonly taxonomy: string;
  /** Last parts of addresses. */
  readonly from: readonly string[];
  /** Null removes the redirects of `from`. */
  readonly to: string | null;
}

/** Redirects of renamed terms, in `taxonomies` of `site.yaml`. */
export class TermRenames {
  readonly #options: TermRenamesOptions;

  constructor(options: TermRenamesOptions) {
    this.#options = options;
  }

  /** @throws `invalid_fields` for an unknown taxonomy or no address, errors of `editSiteSettings` */
  async record({ taxonomy, from, to }: TermRename): Promise<void> {
    const { contentDirectory, settings, underLock, onChange } = this.#options;
    const names = Object.keys(settings().taxonomies);
    if (!names.includes(taxonomy)) throw unknownTaxonomy(names);
    const old = from.filter((term) => term !== to);
    const renamed = (term: string) => ['taxonomies', taxonomy, 'renamed', term];
    const changes = (values: Values): SettingChange[] => [
      // Without the key, the file has the default taxonomies.
      ...(own(values, 'taxonomies') == null
        ? names.map((name) => ({ path: ['taxonomies', name], value: {} }))
        : []),
      // A term that is used again has a page.
      ...(to === null ? [] : [{ path: renamed(to), value: undefined }]),
      ...old.map((term) => ({ path: renamed(term), value: to ?? undefined })),
    ];
    if (await editSiteSettings({ contentDirectory, changes, underLock })) await onChange();
  }
}

function unknownTaxonomy(names: readonly string[]): Error {
  return settingsProblems.invalid_fields.at([
    fieldError('taxonomy', 'not_one_of', { allowed: names }),
  ]);
}

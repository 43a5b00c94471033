import { valueChanges, type ValueChanges } from '@galley/kernel';
import { isObject, own, type Values } from './yaml/json-values.ts';
import { readConfigText } from './config-file.ts';
import { customFieldsSchema } from './custom-fields.ts';
import { editConfigFile, hashText, withYamlValues, type EditLock } from './edit-config-file.ts';
import { toFieldError } from './finding.ts';
import { withValueAt } from './forms/values-at.ts';
import { invalidFieldsProblem } from './forms/settings-section.ts';
import { check } from './schema-check.ts';
import { customFieldsFile, parseCustomFields, type SiteSettings } from './site-settings.ts';
import { readYamlValues } from './yaml/edit-yaml.ts';
import { parseYaml } from './yaml-source.ts';

export interface CustomFieldsServiceOptions {
  readonly contentDirectory: string;
  readonly settings: () => SiteSettings;
  readonly underLock: EditLock;
  /** Applies written changes in all processes. */
  readonly onChange: () => Promise<void>;
}

export interface CustomFieldsFile {
  readonly types: Values;
  readonly shared: Values;
  readonly revision: string;
}

export interface SavedCustomFields {
  /** `types.<type>`, `shared.fields` and `shared.values`. */
  readonly changed: readonly string[];
  /** Without secrets. */
  readonly changes: ValueChanges;
}

export interface SaveCustomFields {
  /** By content type; unchanged when absent. */
  readonly types?: Values | undefined;
  /** Unchanged when absent. */
  readonly shared?: Values | undefined;
  readonly expectedRevision?: string | undefined;
}

/** GAP-SET-2. */
export class CustomFieldsService {
  readonly #options: CustomFieldsServiceOptions;

  constructor(options: CustomFieldsServiceOptions) {
    this.#options = options;
  }

  /** @throws `invalid_custom_fields` */
  async get(): Promise<CustomFieldsFile> {
    const { contentDirectory, settings } = this.#options;
    const text = await readConfigText(contentDirectory, customFieldsFile);
    parseCustomFields(text, settings());
    const found = readYamlValues(text) ?? {};
    const shared = { fields: [], values: {}, ...mapping(own(found, 'shared')) };
    return { types: mapping(own(found, 'types')), shared, revision: hashText(text) };
  }

  /** @throws `invalid_fields`, `stale_revision`, `settings_not_editable`, `settings_not_written` */
  async save({ expectedRevision, ...given }: SaveCustomFields): Promise<SavedCustomFields> {
    const { contentDirectory: directory, underLock, onChange } = this.#options;
    let saved: SavedCustomFields = { changed: [], changes: {} };
    const isWritten = await editConfigFile({
      directory,
      file: customFieldsFile,
      underLock,
      expectedRevision,
      change: (text) => {
        const before = readYamlValues(text) ?? {};
        const wanted = Object.entries(given).filter(([, value]) => value !== undefined);
        const after = withYamlValues(text, customFieldsFile, (all) =>
          wanted.reduce((found, [key, value]) => withValueAt(found, [key], value), all),
        );
        this.#check(after);
        const now = readYamlValues(after) ?? {};
        saved = { changed: listChangedParts(before, now), changes: valueChanges(before, now) };
        return after;
      },
    });
    if (isWritten) await onChange();
    return saved;
  }

  #check(text: string): void {
    const { types } = this.#options.settings().content;
    const schema = customFieldsSchema(Object.keys(types));
    const { findings } = check(schema, parseYaml(text, customFieldsFile.name));
    if (findings.length === 0) return;
    throw invalidFieldsProblem(findings.map(toFieldError));
  }
}

const mapping = (value: unknown): Values => (isObject(value) ? value : {});

function listChangedParts(before: Values, after: Values): string[] {
  return ['types', 'shared'].flatMap((part) => {
    const [old, now] = [mapping(own(before, part)), mapping(own(after, part))];
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return keys
      .filter((key) => JSON.stringify(own(old, key)) !== JSON.stringify(own(now, key)))
      .map((key) => `${part}.${key}`);
  });
}

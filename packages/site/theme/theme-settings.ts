import { fieldError, fieldFault, type FieldError, type FieldFault } from '@galley/kernel';
import type { ThemeSettings } from '@galley/settings';
import { isCssColor } from './css-colors.ts';

export const themeSettingTypes = [
  'text',
  'textarea',
  'number',
  'boolean',
  'select',
  'color',
  'url',
] as const;
export type ThemeSettingType = (typeof themeSettingTypes)[number];
export type ThemeSettingValue = string | number | boolean;

export interface ThemeSetting {
  /** `theme.<name>` in templates. */
  readonly name: string;
  readonly label: string;
  readonly type: ThemeSettingType;
  readonly default: ThemeSettingValue;
  readonly help: string;
  readonly options: readonly string[];
}

export interface FilledSettings {
  /** Defaults replace missing and invalid values. */
  readonly values: Readonly<Record<string, ThemeSettingValue>>;
  /** `path` is the setting. */
  readonly misfits: readonly FieldError[];
}

interface Kind {
  /** The error of other values. */
  readonly expected: FieldFault;
  readonly fits: (value: unknown) => boolean;
}

const text = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value);

const kinds: Readonly<Record<Exclude<ThemeSettingType, 'select'>, Kind>> = {
  text: {
    expected: fieldFault('not_plain_text'),
    fits: text(/^.*$/),
  },
  textarea: { expected: fieldFault('not_text'), fits: (value) => typeof value === 'string' },
  number: { expected: fieldFault('not_a_number'), fits: Number.isFinite },
  boolean: { expected: fieldFault('not_a_boolean'), fits: (value) => typeof value === 'boolean' },
  color: {
    expected: fieldFault('not_a_color', { example: ['"#b4320e"', 'teal'] }),
    fits: (value) => typeof value === 'string' && isCssColor(value),
  },
  url: {
    expected: fieldFault('not_an_address', { example: ['/about/', 'https://example.org/', '""'] }),
    fits: text(/^(?:\/(?![/\\])\S*|https?:\/\/\S+)?$/i),
  },
};

/** Undefined for a valid value. */
export function findMismatch(
  { type, options }: Pick<ThemeSetting, 'type' | 'options'>,
  value: unknown,
): FieldFault | undefined {
  const { expected, fits }: Kind =
    type === 'select'
      ? {
          expected: fieldFault('not_one_of', { allowed: options }),
          fits: (one) => options.some((option) => option === one),
        }
      : kinds[type];
  return fits(value) ? undefined : expected;
}

export function fillSettings(
  settings: readonly ThemeSetting[],
  given: Readonly<Record<string, unknown>>,
): FilledSettings {
  const names = settings.map(({ name }) => name);
  const unknown = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => fieldError(name, 'unknown_key', { known: names }));
  const misfits = settings.flatMap((setting) => {
    const expected = hasValue(given, setting.name) && findMismatch(setting, given[setting.name]);
    return expected ? [{ path: setting.name, ...expected }] : [];
  });
  const values = settings.map((setting) => {
    const isUsable =
      hasValue(given, setting.name) && !misfits.some(({ path }) => path === setting.name);
    return [setting.name, isUsable ? given[setting.name] : setting.default] as const;
  });
  return {
    values: Object.fromEntries(values) as FilledSettings['values'],
    misfits: [...unknown, ...misfits],
  };
}

export function settingsForm(theme: {
  readonly name: string;
  readonly description: string;
  readonly settings: readonly ThemeSetting[];
}): ThemeSettings {
  const { name, description, settings } = theme;
  const plain = {
    group: '',
    show: false,
    required: false,
    multiple: false,
    whole: false,
    min: undefined,
    max: undefined,
  };
  const fields = settings.map(({ options, ...setting }) => ({
    ...plain,
    to: [],
    format: '',
    input: undefined,
    fields: [],
    ...setting,
    options: options.map((value) => ({ value, label: value })),
  }));
  return { name, description, fields, misfits: (values) => fillSettings(settings, values).misfits };
}

/** A key without value counts as missing. */
function hasValue(given: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(given, name) && given[name] !== null;
}

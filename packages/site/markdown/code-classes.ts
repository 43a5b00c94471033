import type { ThemeRegistrationRaw } from 'shiki/core';

/** TextMate scopes; longer ones win. Other tokens stay plain. */
const scopesOfClass: Readonly<Record<string, readonly string[]>> = {
  '': ['meta.template.expression', 'meta.embedded', 'punctuation.section.embedded'],
  'hl-comment': ['comment', 'punctuation.definition.comment', 'meta.separator'],
  'hl-string': ['string', 'punctuation.definition.string', 'markup.raw', 'markup.inline.raw'],
  'hl-number': ['constant.numeric', 'keyword.other.unit'],
  'hl-constant': [
    'constant.language',
    'constant.other',
    'constant.character',
    'support.constant',
    'variable.other.enummember',
  ],
  'hl-keyword': ['keyword', 'storage', 'variable.language', 'markup.list', 'markup.quote'],
  'hl-operator': ['keyword.operator'],
  'hl-function': ['entity.name.function', 'support.function', 'entity.name.command'],
  'hl-type': [
    'entity.name.type',
    'entity.name.class',
    'entity.name.namespace',
    'support.type',
    'support.class',
    'entity.other.inherited-class',
  ],
  'hl-property': ['support.type.property-name', 'meta.object-literal.key', 'variable.parameter'],
  'hl-tag': ['entity.name.tag'],
  'hl-attribute': ['entity.other.attribute-name'],
  'hl-punctuation': ['punctuation'],
  'hl-inserted': ['markup.inserted', 'punctuation.definition.inserted'],
  'hl-deleted': ['markup.deleted', 'punctuation.definition.deleted'],
  'hl-changed': ['markup.changed', 'meta.diff.range', 'meta.diff.index', 'meta.diff.header'],
  'hl-heading': ['markup.heading', 'entity.name.section'],
  'hl-strong': ['markup.bold'],
  'hl-emphasis': ['markup.italic'],
  'hl-link': ['markup.underline.link', 'string.other.link'],
};

export const codeClasses: readonly string[] = Object.keys(scopesOfClass).filter(Boolean);

const all = Object.entries(scopesOfClass);
const colourOf = (index: number) => `#${index.toString(16).padStart(6, '0')}`;
const plain = colourOf(0);

/** Shiki requires colours; these encode class numbers. */
export const codeTheme = {
  name: 'galley',
  type: 'light',
  fg: plain,
  bg: plain,
  settings: all.map(([, scope], index) => ({
    scope: [...scope],
    settings: { foreground: colourOf(index) },
  })),
} as const satisfies ThemeRegistrationRaw;

/** Empty for plain text. */
export function decodeClass(colour: string | undefined): string {
  const [name] = all[Number.parseInt(colour?.slice(1) ?? '0', 16)] ?? [''];
  return name;
}

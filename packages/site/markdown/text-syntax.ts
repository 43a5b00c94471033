import type { SiteSettings } from '@galley/settings';
import type { MarkedExtension } from 'marked';
import { abbreviationSyntax } from './abbreviations.ts';
import { admonitionSyntax } from './admonitions.ts';
import { definitionListSyntax } from './definition-lists.ts';
import { mathSyntax } from './math.ts';

/** Further syntax that the site enables (ADD-THM-9). */
export type TextSyntax = SiteSettings['markdown'];

export const plainSyntax: TextSyntax = {
  definitionLists: false,
  abbreviations: false,
  attributes: false,
  math: false,
  diagrams: false,
  admonitions: false,
};

const extensions = {
  definitionLists: { mark: /\n {0,3}:[ \t]/, extension: definitionListSyntax },
  abbreviations: { mark: /\*\[/, extension: abbreviationSyntax },
  math: { mark: /\$/, extension: mathSyntax },
  admonitions: { mark: /:::/, extension: admonitionSyntax },
} as const;

export type SyntaxExtension = keyof typeof extensions;

/** Extensions slow lexing, so texts without their marks do without. */
export function listExtensions(body: string, syntax: TextSyntax): readonly SyntaxExtension[] {
  const names = Object.keys(extensions) as SyntaxExtension[];
  return names.filter((name) => syntax[name] && extensions[name].mark.test(body));
}

export function extensionOf(name: SyntaxExtension): MarkedExtension {
  return extensions[name].extension;
}

/** Renders the tokens of all extensions. */
export const allSyntax: readonly MarkedExtension[] = Object.values(extensions).map(
  ({ extension }) => extension,
);

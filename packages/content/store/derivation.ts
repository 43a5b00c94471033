import {
  canonicalJson,
  documentFields,
  fieldNames,
  frontmatterKeys,
  sha256,
  type FieldValues,
} from '@galley/kernel';
import { documentId, type SiteSettings } from '@galley/settings';
import type { DocumentLocation } from '../document/document.ts';
import { readDocument } from '../document/read-document.ts';
import { publishedRow, workingColumns } from './document-rows.ts';

/** A change of the settings, the fields or the rows of the sample texts makes the indexer derive all rows again. */
export function derivationOf(settings: SiteSettings): string {
  const { content, taxonomies, language, languages, timeZone } = settings;
  const tags = Object.keys(languages).sort();
  const taxonomyNames = Object.keys(taxonomies).sort();
  const samples = Object.keys(content.types)
    .slice(0, 1)
    .map((type) => sampleRows(type, settings));
  return sha256(canonicalJson({ samples, content, taxonomyNames, language, tags, timeZone }));
}

/** Values of each field type that parse differently. */
const sampleValues: Readonly<Record<keyof FieldValues, readonly string[]>> = {
  text: ['Wood type', '12.50', 'true', '[a, b]', 'a/b', '""'],
  optional_text: ['Wood type', '12.50', 'true', '[a, b]', 'null', '""'],
  time: ['2026-03-01', '2026-03-01 09:30', '2026-03-01T09:30:00+01:00', '2026-02-30', '12', ''],
  terms: ['{tags: [Wood type, ink, ink]}', '{tags: Ink}', '{tags: [[a], 1]}', '[tags]', '', '1'],
  mapping: ['{price: 12, of: {a: [1]}}', 'text', '[a]', '', '{}', '1'],
};

const otherKeys = [...frontmatterKeys('people'), ...frontmatterKeys('state')].filter(
  (key) => !Object.hasOwn(documentFields, key),
);

function sampleTexts(): string[] {
  const written = sampleValues.text.map((_value, index) => {
    const fields = fieldNames('writer').map((name) => {
      const values = sampleValues[documentFields[name].type];
      return `${name}: ${values[index]}`;
    });
    const others = otherKeys.map((key) => `${key}: ${index % 2 === 0 ? 'in_review' : 'true'}`);
    const custom = [
      'tags: [Ink, 3]',
      'categories: News',
      'aliases: [/old/, old, /v1.0/]',
      'other: 1',
    ];
    return `---\n${[...fields, ...others, ...custom].join('\n')}\n---\nText ${index}\n`;
  });
  return [...written, 'Text\r\n', '\uFEFF---\ntitle: [\n---\nText\n', '---\ntitle: "\\0"\n---\n'];
}

export function sampleRows(type: string, settings: SiteSettings) {
  return sampleTexts().map((text, index) => {
    const key = ['a-piece', 'folder/index', 'Ünder_score'][index % 3]!;
    const id = documentId({ lang: settings.language, type, path: key });
    const place: DocumentLocation = { path: `${key}.md`, id, type, lang: settings.language, key };
    const document = readDocument(place, Buffer.from(text), settings);
    const published = { documentId: 0, hash: '', publishedAt: new Date(0) };
    return { working: workingColumns(document), published: publishedRow(document, published) };
  });
}

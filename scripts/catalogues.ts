import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import ts from 'typescript';
import { listDefinedTexts } from './unused-texts.ts';

type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Names of an area; `undefined` for texts without values. */
type Area = ReadonlyMap<string, ReadonlySet<string> | undefined>;

/**
 * Missing, unknown and broken translations in `languages/*.json` of the admin.
 * `ofServer` has areas whose English texts the server sends, with names, or texts with values;
 * other such areas only have to be the same in all languages.
 */
export function findCatalogueFaults(
  admin: string,
  ofServer: Readonly<Record<string, readonly string[] | Readonly<Record<string, string>>>>,
): string[] {
  const files = globSync('languages/*.json', { cwd: admin }).sort();
  const catalogues = files.map((file) => [file, readCatalogue(join(admin, file))] as const);
  const areas = new Map([
    ...unionOfAreas(catalogues.map(([, catalogue]) => catalogue)),
    ...Object.entries(ofServer).map(
      ([area, texts]) => [area, Array.isArray(texts) ? plainArea(texts) : icuArea(texts)] as const,
    ),
    ...readEnglish(admin),
  ]);
  return catalogues.flatMap(([file, catalogue]) =>
    faultsOf(catalogue, areas).map((fault) => `${file}: ${fault}`),
  );
}

const readCatalogue = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Catalogue;

const plainArea = (names: readonly string[]): Area =>
  new Map(names.map((name) => [name, undefined]));

const icuArea = (texts: object): Area =>
  new Map(Object.entries(texts).map(([name, icu]) => [name, valuesOf(String(icu))]));

function unionOfAreas(catalogues: readonly Catalogue[]): Map<string, Area> {
  const all = catalogues.flatMap((catalogue) => Object.entries(catalogue));
  return new Map(
    [...Map.groupBy(all, ([area]) => area)].map(([area, tables]) => [
      area,
      plainArea(tables.flatMap(([, texts]) => Object.keys(texts))),
    ]),
  );
}

function readEnglish(admin: string): Map<string, Area> {
  const areas = new Map<string, Area>();
  for (const file of globSync('{app,features,fields,lib,ui}/**/*.{ts,tsx}', { cwd: admin })) {
    const path = join(admin, file);
    const source = ts.createSourceFile(
      path,
      readFileSync(path, 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node: ts.Node) => {
      const texts = listDefinedTexts(node);
      if (texts.length > 0) areas.set(...englishArea(node as ts.CallExpression, texts));
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return areas;
}

function englishArea(
  call: ts.CallExpression,
  texts: readonly ts.ObjectLiteralElementLike[],
): [string, Area] {
  const area = (call.arguments[0] as ts.StringLiteral).text;
  const entries = texts.map((one): [string, ReadonlySet<string> | undefined] => {
    const { name, initializer } = one as ts.PropertyAssignment;
    const key = ts.isStringLiteral(name) ? name.text : name.getText();
    const icu = ts.isCallExpression(initializer) ? initializer.arguments[0] : undefined;
    return [key, icu && ts.isStringLiteralLike(icu) ? valuesOf(icu.text) : undefined];
  });
  return [area, new Map(entries)];
}

function faultsOf(catalogue: Catalogue, areas: ReadonlyMap<string, Area>): string[] {
  const faults: string[] = [];
  for (const [area, names] of areas) {
    const texts = catalogue[area] ?? {};
    for (const [name, values] of names) {
      const text = texts[name];
      if (text === undefined) faults.push(`${area}.${name} is missing`);
      else if (values)
        faults.push(...valueFaults(text, values).map((why) => `${area}.${name} ${why}`));
    }
  }
  for (const [area, texts] of Object.entries(catalogue)) {
    const names = areas.get(area);
    for (const name of Object.keys(texts))
      if (!names?.has(name)) faults.push(`${area}.${name} has no English text`);
  }
  return faults;
}

function valueFaults(text: string, english: ReadonlySet<string>): string[] {
  try {
    const own = valuesOf(text);
    return [
      ...[...english.difference(own)].map((value) => `lacks {${value}}`),
      ...[...own.difference(english)].map((value) => `has {${value}}, unlike the English text`),
    ];
  } catch (error) {
    return [`is not ICU MessageFormat: ${(error as Error).message.split('\n')[0]}`];
  }
}

function valuesOf(icu: string): ReadonlySet<string> {
  const values = new Set<string>();
  const visit = (token: unknown) => {
    if (!Array.isArray(token)) return;
    const [value, , cases] = token as readonly unknown[];
    values.add(String(value));
    if (typeof cases === 'object')
      Object.values(cases ?? {})
        .flat()
        .forEach(visit);
  };
  compileMessageOrThrow(icu).forEach(visit);
  return values;
}

import { operations, problemDocument, type Operation } from '@galley/contract';
import { fieldErrorTemplates, frontmatterKeys } from '@galley/kernel';
import type { OwnedProblem } from './problem-reference.ts';
import { readJson } from './repository.ts';
import { pagingOf, routeOf } from './sdk-routes.ts';
import { declaration, docComment, TypeWriter, type JsonSchema } from './sdk-types.ts';

const folder = 'packages/sdk/generated';
const written = '// Written by `npm run docs:reference` from packages/contract. Change it there.\n';

export function sdkFiles(problems: readonly OwnedProblem[]): Record<string, string> {
  const types = new TypeWriter();
  const described = operations.map((operation) => describe(operation, types));
  // Every operation may answer with a problem document.
  types.schemaOf(problemDocument, 'output');
  const pages = {
    routes: routesPage(),
    shapes: types.shapes(),
    client: clientPage(described, types),
    operations: operationsPage(described),
    problems: problemsPage(problems),
    'field-errors': fieldErrorsPage(),
    frontmatter: frontmatterPage(),
    version: versionPage(),
  };
  return Object.fromEntries(
    Object.entries(pages).map(([name, text]) => [`${folder}/${name}.ts`, `${written}\n${text}`]),
  );
}

interface Described {
  readonly operation: Operation;
  readonly noun: string;
  readonly name: string;
  readonly input: string | undefined;
  readonly isInputOptional: boolean;
  readonly answer: string;
  readonly minimalAnswer: string | undefined;
  readonly event: string | undefined;
  readonly item: string | undefined;
  readonly declared: readonly string[];
}

function describe(operation: Operation, types: TypeWriter): Described {
  const [noun, name] = operation.id.split('.').map(camelCase) as [string, string];
  const prefix = capitalized(noun) + capitalized(name);
  const declared: string[] = [];
  const named = (schema: JsonSchema, suffix: string): string => {
    if (schema.$ref) return schema.$ref.split('/').at(-1)!;
    declared.push(declaration(prefix + suffix, schema));
    return prefix + suffix;
  };
  const input = inputOf(operation, types);
  const members = Object.keys(input.properties ?? {});
  const answer = types.schemaOf(operation.answer, 'output');
  return {
    operation,
    noun,
    name,
    input: members.length > 0 ? named(input, 'Input') : undefined,
    isInputOptional: !input.required?.length && !operation.multipart,
    answer: operation.streams ? 'Download' : named(answer, 'Answer'),
    minimalAnswer: minimalAnswerOf(operation, types),
    event: eventOf(operation, types, (schema) => named(schema, 'Event')),
    item: pagingOf(operation) && `ItemOf<${named(answer, 'Answer')}>`,
    declared: [...new Set(declared)],
  };
}

function inputOf({ params, query, body, multipart }: Operation, types: TypeWriter): JsonSchema {
  const parts = [params, query, body].filter((one) => one !== undefined);
  const schemas = parts.map((one) => types.schemaOf(one, 'input'));
  const file = {
    $ref: '#/UploadFile',
    description: 'The file, with its name.',
  };
  return {
    type: 'object',
    properties: Object.assign(
      {},
      multipart && { file },
      ...schemas.map((one) => one.properties),
    ) as Record<string, JsonSchema>,
    required: [...(multipart ? ['file'] : []), ...schemas.flatMap((one) => one.required ?? [])],
  };
}

function minimalAnswerOf({ minimalAnswer }: Operation, types: TypeWriter): string | undefined {
  return minimalAnswer && types.schemaOf(minimalAnswer, 'output').$ref!.split('/').at(-1);
}

/** Omits problem events: the client throws them, so readers of the stream never see them. */
function eventOf(
  { eventStream }: Operation,
  types: TypeWriter,
  named: (schema: JsonSchema) => string,
): string | undefined {
  if (!eventStream) return undefined;
  const schema = types.schemaOf(eventStream, 'output');
  if (!schema.anyOf) return named(schema);
  const isProblem = ({ $ref }: JsonSchema): boolean => $ref?.endsWith('/Problem') ?? false;
  return named({ ...schema, anyOf: schema.anyOf.filter((one) => !isProblem(one)) });
}

function routesPage(): string {
  const rows = operations.map((one) => `'${one.id}': ${JSON.stringify(routeOf(one))},`);
  return `import type { Route } from '../route.ts';

/** Route of each operation. */
export const routes: Readonly<Record<string, Route>> = {
${rows.join('\n')}
};
`;
}

function clientPage(described: readonly Described[], types: TypeWriter): string {
  const nouns = [...Map.groupBy(described, ({ noun }) => noun)];
  const apis = nouns.map(
    ([noun, methods]) =>
      `export interface ${capitalized(noun)}Api {\n${methods.map(methodOf).join('\n')}\n}\n`,
  );
  const members = nouns.map(([noun]) => `readonly ${noun}: ${capitalized(noun)}Api;`);
  const declarations = [...described.flatMap(({ declared }) => declared), ...apis].join('\n');
  const code = declarations.replace(/\/\*\*.*?\*\//gs, '');
  const used = (name: string): boolean => new RegExp(String.raw`\b${name}\b`).test(code);
  const taken = [
    ...['CallOptions', 'MinimalOptions', 'OnceOptions', 'UploadOptions'],
    ...['Download', 'Followed', 'ItemOf', 'NoInput', 'Paged', 'Streamed', 'UploadFile'],
  ];
  return `import type { ${taken.filter(used).join(', ')} } from '../call.ts';
import type { ${types.names().filter(used).join(', ')} } from './shapes.ts';

${declarations}
/** Every operation of both services, by noun. */
export interface Operations {\n${members.join('\n')}\n}\n`;
}

function methodOf(one: Described): string {
  const { name, input = 'NoInput', isInputOptional, answer, event, item, operation } = one;
  const { minimalAnswer } = one;
  const parameters = `(input${isInputOptional ? '?' : ''}: ${input}, options?: ${optionsOf(operation)})`;
  const comment = methodComment(operation);
  const minimal =
    minimalAnswer &&
    `${name}(input: ${input}, options: MinimalOptions): Promise<${minimalAnswer}>;\n`;
  if (!item && !event) return `${comment}${minimal ?? ''}${name}${parameters}: Promise<${answer}>;`;
  const call = `${parameters} => Promise<${answer}>`;
  // Only reads are resumable.
  const kind = operation.method === 'GET' ? 'Followed' : 'Streamed';
  const paged = item ? `Paged<${call}, ${item}>` : call;
  return `${comment}readonly ${name}: ${event ? `${kind}<${paged}, ${event}>` : paged};`;
}

function optionsOf({ multipart, idempotent }: Operation): string {
  if (multipart) return 'UploadOptions';
  return idempotent ? 'OnceOptions' : 'CallOptions';
}

function methodComment({ summary, access, recentlyConfirmed, problems }: Operation): string {
  const needs = typeof access === 'object' ? `Needs \`${access.capability}\`.` : undefined;
  const codes = problems.map((code) => `\`${code}\``).join(', ');
  return docComment([
    `${summary}.`,
    [
      needs,
      access === 'session' && 'Requires a session; tokens are refused.',
      recentlyConfirmed && 'Requires a session with a recent password confirmation.',
    ]
      .filter(Boolean)
      .join(' '),
    codes && `Specific problems: ${codes}.`,
  ]);
}

function operationsPage(described: readonly Described[]): string {
  const rows = described.map((one) => {
    const { operation, input = 'NoInput', answer, event = 'never' } = one;
    const problems = operation.problems.map((code) => `'${code}'`).join(' | ') || 'never';
    return `'${operation.id}': { input: ${input}; answer: ${answer}; event: ${event}; problems: ${problems} };`;
  });
  const names = described.flatMap(({ input = 'NoInput', answer, event }) => [input, answer, event]);
  const used = [...new Set(names.filter((name) => name !== undefined))].toSorted();
  const declared = new Set(
    described.flatMap((one) =>
      one.declared.map((text) => /(?:type|interface) (\w+)/.exec(text)![1]!),
    ),
  );
  const ofCall = ['Download', 'NoInput'];
  const from = (names: readonly string[], file: string): string =>
    `import type { ${names.join(', ')} } from '${file}';`;
  return `${from(ofCall, '../call.ts')}
${from([...declared].filter((name) => used.includes(name)).toSorted(), './client.ts')}
${from(
  used.filter((name) => !declared.has(name) && !ofCall.includes(name)),
  './shapes.ts',
)}

/** Input, answer and own problem codes of each operation, by operation id. */
export interface OperationTypes {\n${rows.join('\n')}\n}

export type OperationId = keyof OperationTypes;
`;
}

function problemsPage(problems: readonly OwnedProblem[]): string {
  const titles = new Map(problems.map(({ code, title }) => [code, title]));
  const named = operations.flatMap((operation) => operation.problems);
  const everywhere = problems.filter(({ owner }) => owner === 'http' || owner === 'kernel');
  const codes = [...new Set([...named, ...everywhere.map(({ code }) => code)])].toSorted();
  const rows = codes.map((code) => `${docComment([titles.get(code)])}| '${code}'`);
  return `/** Codes of all problems of the operations. */
export type ProblemCode =
${rows.join('\n')};
`;
}

function fieldErrorsPage(): string {
  const rows = Object.entries(fieldErrorTemplates).map(
    ([code, text]) => `${docComment([text])}| '${code}'`,
  );
  return `/** Codes of errors of fields, with the English text of each. */\nexport type FieldErrorCode =\n${rows.join('\n')};\n`;
}

function frontmatterPage(): string {
  const keys = Object.fromEntries(
    (['people', 'server', 'state'] as const).map((writer) => [writer, frontmatterKeys(writer)]),
  );
  return `/** Frontmatter keys that Galley reads, by who writes them: people, the server alone, changes of state. */
export const frontmatterKeys = ${JSON.stringify(keys)} as const;
`;
}

function versionPage(): string {
  const { version } = readJson<{ version: string }>('packages/sdk/package.json');
  return `/** Version of this package. A server of the same version supports all of its operations. */
export const version = '${version}';
`;
}

function camelCase(text: string): string {
  return text.replace(/_(\w)/g, (_found, letter: string) => letter.toUpperCase());
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import { basePath, operations, type Operation } from '@galley/contract';
import { z } from 'zod';
import { code, renderSection } from './reference-table.ts';

const titles: Readonly<Record<Operation['base'], string>> = {
  admin: 'The admin API',
  platform: 'The platform API',
  plugins: 'APIs of plugins',
  runs: 'The run-control API',
  root: 'At the root',
};

const words: Readonly<Record<Operation['base'], string>> = {
  admin:
    'Everything that the admin does. With a session and its CSRF token in `X-CSRF-Token`, or with a personal token as `Authorization: Bearer …`.',
  platform: 'What is public, for anybody, from any site.',
  plugins: 'Routes of the AI writer; other plugins have routes of their own.',
  runs: 'The same on the content server and on the coordinator. What changes something needs an `Idempotency-Key`.',
  root: 'For whoever watches the server.',
};

export function renderApi(): string {
  const bases = (Object.keys(titles) as Operation['base'][]).map((base) => {
    const own = operations.filter((operation) => operation.base === base);
    const nouns = Map.groupBy(own, ({ id }) => id.slice(0, id.lastIndexOf('.')));
    const sections = [...nouns].map(([noun, these]) => renderSection(sectionOf(noun, these)));
    const path = basePath(base, '{admin_path}') || '/';
    return `## ${titles[base]}\n\nBelow \`${path}\`. ${words[base]}\n\n${sections.join('\n')}`;
  });
  return `# The API

${operations.length} operations. \`npm run docs:reference\` writes this page from the contract that server, client and tests share; [openapi.json](openapi.json) has the same with every field, and a server has it at \`/{admin_path}/api/openapi.json\`. \`{admin_path}\` is \`__admin\` unless \`admin.path\` says otherwise. [The client](../guides/sdk.md) calls each operation by its name, such as \`galley.documents.save(…)\`.

Bodies and answers are JSON. What is optional has a question mark here. Whatever is refused is answered with a [problem](problems.md); those that an operation names are beyond the ones that every operation may have. “Signed in” is a session or a token, “session” excludes tokens, and a password that was given within ten minutes is \`POST /session/confirm\`.

${bases.join('\n')}`;
}

function sectionOf(noun: string, these: readonly Operation[]) {
  return {
    title: noun,
    text: '',
    head: ['Request', 'What it does', 'Takes', 'Who may', 'Problems of its own'],
    rows: these.map((operation) => [
      code(`${operation.method} ${operation.path}`),
      operation.summary.replaceAll('|', '\\|'),
      takes(operation),
      who(operation),
      operation.problems.map(code).join(' '),
    ]),
  };
}

function takes({ query, body, multipart }: Operation): string {
  const fields = [...fieldsOf(query), ...fieldsOf(body)].map(code);
  return [...(multipart ? ['a file'] : []), ...fields].join(' ');
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(
    ([name, field]) => `${name}${field.safeParse(undefined).success ? '?' : ''}`,
  );
}

const callers = { public: 'anybody', signed_in: 'signed in', session: 'session' } as const;

function who({ access, recentlyConfirmed }: Operation): string {
  const needed = typeof access === 'object' ? code(access.capability) : callers[access];
  if (!recentlyConfirmed) return needed;
  const { tokens, when } = recentlyConfirmed;
  const recent = [needed, 'password just given', when?.text].filter(Boolean).join(', ');
  return tokens ? `${recent} (or a token with this scope by name)` : recent;
}

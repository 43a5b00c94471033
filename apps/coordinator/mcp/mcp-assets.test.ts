import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { mcpAssetsFolder, writeMcpAssets } from './mcp-assets.ts';
import { toolCatalogue } from '@galley/mcp';

const address = 'http://127.0.0.1:7117';

class Assets implements AsyncDisposable {
  readonly project: string;
  readonly #remove: () => Promise<void>;

  private constructor(project: string, remove: () => Promise<void>) {
    this.project = project;
    this.#remove = remove;
  }

  static async write(): Promise<Assets> {
    const folder = await temporaryDirectory();
    const assets = new Assets(folder.path, async () => folder[Symbol.asyncDispose]());
    await assets.rewrite();
    return assets;
  }

  rewrite(more: { address?: string; version?: string } = {}): Promise<string> {
    const projectDirectory = this.project;
    return writeMcpAssets({ projectDirectory, address, version: '1.2.3', ...more });
  }

  path(name: string): string {
    return join(this.project, mcpAssetsFolder, name);
  }

  text(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8');
  }

  async json<T = unknown>(name: string): Promise<T> {
    return JSON.parse(await this.text(name)) as T;
  }

  files(): Promise<string[]> {
    return readdir(this.path('.'), { recursive: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#remove();
  }
}

interface Manifest {
  readonly tools: readonly { name: string; scope: string; mutating: boolean }[];
  readonly clients: { name: string; sha256: string }[];
}

const clients = ['claude-code', 'codex', 'gemini', 'generic', 'opencode'];
const stdio = ['mcp', 'stdio', '--project'];

describe('RC-BASE-2, GAP-RC-MCP-1: the generated MCP assets', () => {
  test('are in .service/run/mcp: a manifest, the tool schemas, and client configurations in two forms', async () => {
    await using assets = await Assets.write();
    expect(await assets.rewrite()).toBe(join(assets.project, '.service', 'run', 'mcp'));
    const files = clients.flatMap((name) => {
      const ending = name === 'codex' ? 'toml' : 'json';
      return [`clients/${name}.${ending}`, `clients/${name}-stdio.${ending}`];
    });
    const all = ['clients', 'manifest.json', 'tools.json', ...files];
    expect((await assets.files()).toSorted()).toEqual(all.toSorted());
  });

  test('GAP-RC-MCP-3, GAP-RC-MCP-4: the manifest has the address and the scopes of the tools', async () => {
    await using assets = await Assets.write();
    const manifest = await assets.json<Manifest>('manifest.json');
    expect(manifest).toMatchObject({
      name: 'galley',
      version: '1.2.3',
      endpoint: 'http://127.0.0.1:7117/mcp',
      protocol_revisions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      token_variable: 'GALLEY_WORKER_TOKEN',
      scopes: { 'reviews:write': 'Vote on proposals.' },
    });
    expect(manifest.tools.map(({ name }) => name)).toEqual(Object.keys(toolCatalogue));
    expect(manifest.tools).toContainEqual({
      name: 'vote_cast',
      description: toolCatalogue['vote_cast'].description,
      scope: 'reviews:write',
      mutating: true,
    });
  });

  test('tools.json describes each tool like tools/list', async () => {
    await using assets = await Assets.write();
    const { tools } = await assets.json<{ tools: { name: string }[] }>('tools.json');
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(toolCatalogue));
    expect(tools.find(({ name }) => name === 'task_claim')).toMatchObject({
      inputSchema: {
        required: ['task_id'],
        additionalProperties: false,
      },
      outputSchema: { properties: { created_at: { type: 'string' } } },
    });
  });

  test('each client has the endpoint and the token variable, in its own format', async () => {
    await using assets = await Assets.write();
    const url = `${address}/mcp`;
    const authorization = (Authorization: string) => ({ headers: { Authorization } });
    expect(await assets.json('clients/claude-code.json')).toEqual({
      mcpServers: {
        galley: { type: 'http', url, ...authorization('Bearer ${GALLEY_WORKER_TOKEN}') },
      },
    });
    expect(await assets.json('clients/gemini.json')).toEqual({
      mcpServers: {
        galley: { httpUrl: url, ...authorization('Bearer $GALLEY_WORKER_TOKEN') },
      },
    });
    expect(await assets.json('clients/opencode.json')).toMatchObject({
      mcp: {
        galley: { type: 'remote', url, ...authorization('Bearer {env:GALLEY_WORKER_TOKEN}') },
      },
    });
    expect(await assets.text('clients/codex.toml')).toBe(
      `[mcp_servers.galley]\nurl = "${url}"\nbearer_token_env_var = "GALLEY_WORKER_TOKEN"\n`,
    );
    expect(await assets.json('clients/generic.json')).toMatchObject({
      transport: 'streamable-http',
      url,
      bearer_token_variable: 'GALLEY_WORKER_TOKEN',
    });
  });

  test('each client also has the bridge, with the variable to pass on', async () => {
    await using assets = await Assets.write();
    const args = [...stdio, assets.project];
    expect(await assets.json('clients/claude-code-stdio.json')).toEqual({
      mcpServers: {
        galley: {
          type: 'stdio',
          command: 'galley',
          args,
          env: { GALLEY_WORKER_TOKEN: '${GALLEY_WORKER_TOKEN}' },
        },
      },
    });
    expect(await assets.json('clients/gemini-stdio.json')).toEqual({
      mcpServers: {
        galley: {
          command: 'galley',
          args,
          env: { GALLEY_WORKER_TOKEN: '$GALLEY_WORKER_TOKEN' },
        },
      },
    });
    expect(await assets.json('clients/opencode-stdio.json')).toMatchObject({
      mcp: {
        galley: {
          type: 'local',
          command: ['galley', ...args],
          environment: { GALLEY_WORKER_TOKEN: '{env:GALLEY_WORKER_TOKEN}' },
        },
      },
    });
    expect(await assets.text('clients/codex-stdio.toml')).toBe(
      `[mcp_servers.galley]\ncommand = "galley"\nargs = ${JSON.stringify(args)}\nenv_vars = ["GALLEY_WORKER_TOKEN"]\n`,
    );
    expect(await assets.json('clients/generic-stdio.json')).toMatchObject({
      command: 'galley',
      args,
    });
  });

  test('are world-readable and writable only by their owner, for any umask', async () => {
    await using assets = await Assets.write();
    const { project } = assets;
    const module = join(import.meta.dirname, 'mcp-assets.ts');
    const options = JSON.stringify({ projectDirectory: join(project, 'b'), address, version: '1' });
    const script = `process.umask(0o077);
      const { writeMcpAssets } = await import(${JSON.stringify(module)});
      await writeMcpAssets(${options});`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    for (const folder of [project, join(project, 'b')]) {
      const root = join(folder, mcpAssetsFolder);
      const modes = await Promise.all(
        ['.', ...(await readdir(root, { recursive: true }))].map(async (name) => {
          const found = await stat(join(root, name));
          return (found.mode & 0o777) === (found.isDirectory() ? 0o755 : 0o644);
        }),
      );
      expect(modes.filter((isRight) => !isRight)).toEqual([]);
      expect(modes).toHaveLength(14);
    }
  });
});

describe('rewritten assets', () => {
  test('are not touched when unchanged', async () => {
    await using assets = await Assets.write();
    const files = await assets.files();
    const times = () =>
      Promise.all(
        files.map(async (name) => {
          const { ino, mtimeNs } = await stat(assets.path(name), { bigint: true });
          return `${name} ${ino} ${mtimeNs}`;
        }),
      );
    const before = await times();
    await assets.rewrite();
    expect(await times()).toEqual(before);
    await assets.rewrite({ address: 'https://example.org:7117' });
    const changed = (await times()).filter((line) => !before.includes(line));
    expect(changed.map((line) => line.split(' ', 1)[0]).toSorted()).toEqual([
      'clients',
      'clients/claude-code.json',
      'clients/codex.toml',
      'clients/gemini.json',
      'clients/generic.json',
      'clients/opencode.json',
      'manifest.json',
    ]);
  });

  test('replace files atomically, also in place of a link', async () => {
    await using assets = await Assets.write();
    const right = await assets.text('tools.json');
    const elsewhere = join(assets.project, 'elsewhere');
    await writeFile(elsewhere, 'theirs');
    await writeFile(assets.path('manifest.json'), '{');
    await rm(assets.path('tools.json'));
    await symlink(elsewhere, assets.path('tools.json'));
    await assets.rewrite();
    expect(await assets.text('tools.json')).toBe(right);
    expect(await readFile(elsewhere, 'utf8')).toBe('theirs');
    expect(await assets.json('manifest.json')).toMatchObject({ name: 'galley' });
  });

  test('leave no partial file after a failure', async () => {
    await using assets = await Assets.write();
    await rm(assets.path('tools.json'));
    await mkdir(assets.path('tools.json'));
    await expect(assets.rewrite({ version: '2' })).rejects.toThrow('EISDIR');
    expect((await assets.files()).filter((name) => name.includes('.tmp'))).toEqual([]);
    expect(await assets.json('manifest.json')).toMatchObject({ version: '1.2.3' });
  });

  test('of concurrent processes are complete', async () => {
    await using assets = await Assets.write();
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => assets.rewrite({ version: String(at % 2) })),
    );
    const { version } = await assets.json<{ version: string }>('manifest.json');
    expect(['0', '1']).toContain(version);
    expect(await assets.files()).toHaveLength(13);
  });
});

describe('a client file of an earlier version', () => {
  async function withFormerClient(record: (manifest: Manifest, hash: string) => void) {
    const assets = await Assets.write();
    // The same bytes under a former name.
    const text = await assets.text('clients/gemini.json');
    await writeFile(assets.path('clients/former.json'), text);
    const manifest = await assets.json<Manifest>('manifest.json');
    record(manifest, manifest.clients.find(({ name }) => name === 'gemini.json')!.sha256);
    await writeFile(assets.path('manifest.json'), JSON.stringify(manifest));
    return assets;
  }

  test('is removed', async () => {
    await using assets = await withFormerClient(({ clients: written }, sha256) =>
      written.push({ name: 'former.json', sha256 }),
    );
    await assets.rewrite();
    expect(await assets.files()).not.toContain('clients/former.json');
  });

  test('stays if it was edited', async () => {
    await using assets = await withFormerClient(({ clients: written }, sha256) =>
      written.push({ name: 'former.json', sha256 }),
    );
    await writeFile(assets.path('clients/former.json'), 'mine now');
    await assets.rewrite();
    expect(await assets.text('clients/former.json')).toBe('mine now');
  });

  test('stays if the manifest does not list it, or it is a link', async () => {
    await using assets = await withFormerClient(({ clients: written }, sha256) =>
      written.push({ name: '../clients/former.json', sha256 }, { name: '', sha256 }),
    );
    await assets.rewrite();
    expect(await assets.files()).toContain('clients/former.json');
  });
});

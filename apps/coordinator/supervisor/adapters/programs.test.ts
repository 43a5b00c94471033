import fs from 'node:fs';
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import git from 'isomorphic-git';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionEvent } from '@galley/runcoord';
import { SupervisedProject } from '../fixtures.ts';
import { hasBubblewrap } from '@galley/service';
import { readSessionEvents, summarizeSession } from '../session-log.ts';
import { adapterFor, type ResumedSession } from './index.ts';

const programs = ['claude', 'codex', 'gemini', 'opencode'] as const;
type Program = (typeof programs)[number];

const commands: Readonly<Record<Program, string>> = {
  claude: 'claude -p',
  codex: 'codex exec',
  gemini: 'gemini',
  opencode: 'opencode run',
};

/** Files with which the owner is signed in, in the owner's home folder. */
const signedIn: Readonly<Record<Program, string>> = {
  claude: '.claude/.credentials.json',
  codex: '.codex/auth.json',
  gemini: '.gemini/oauth_creds.json',
  opencode: '.local/share/opencode/auth.json',
};

const canSandbox = await hasBubblewrap();

describe.each([
  { sandbox: 'never', expectedSandbox: 'workspace-write' },
  ...(canSandbox ? [{ sandbox: 'always', expectedSandbox: 'danger-full-access' } as const] : []),
] as const)(
  'GAP-RC-SUP-1: agent programs, bubblewrap: $sandbox',
  ({ sandbox, expectedSandbox }) => {
    describe.each(programs)('%s', (program) => {
      const adapter = adapterFor(program, {});
      let project: SupervisedProject;
      let revision: string;
      beforeAll(async () => {
        project = await SupervisedProject.open({
          over: 'http',
          sandbox,
          adapters: `${program}: { command: ${commands[program]}, supports_resume: true, environment: [OWNER_SECRET, EXPECTED_SANDBOX] }`,
          coordinator: `workspace: { repository: site }, agents: { implementers: { count: 2, adapter: ${program} } }, `,
        });
        revision = await createSite(join(project.project.directory, 'site'));
        const owner = await createOwner(project.project.directory, program);
        await project.supervise({
          environment: {
            ...project.options.environment,
            HOME: owner,
            PATH: `${join(owner, 'bin')}:/usr/bin:/bin`,
            GOOGLE_GENAI_USE_GCA: 'true',
            OWNER_SECRET: join(owner, '.ssh/id_ed25519'),
            EXPECTED_SANDBOX: expectedSandbox,
          },
        });
      }, 60_000);
      afterAll(() => project[Symbol.asyncDispose]());

      async function eventsOf(turn: number, resumed?: ResumedSession): Promise<SessionEvent[]> {
        const { log_file: logFile } = await project.sessionOf(turn, 'ended');
        const all: SessionEvent[] = [];
        for await (const event of readSessionEvents({ logFile: logFile!, adapter, resumed }))
          all.push(event);
        return all;
      }

      test('reads its configuration, uses the tools, and edits a checkout of its own', async () => {
        const turn = await project.requestTurn('good');
        const log = await project.logOf(turn);
        expect((await project.endOf(turn)).type, log).toBe('agent.turn_completed');
        // Only a call with the token of the session has started the turn.
        const types = (await project.events()).map(({ type }) => type);
        expect(types).toContain('agent.turn_started');
        const events = await eventsOf(turn);
        const kinds = events.filter(({ kind }) => kind !== 'output').map(({ kind }) => kind);
        expect(kinds).toEqual(['resumable', 'tool_call', 'tool_result', 'message', 'usage']);
        expect(events).toContainEqual({
          kind: 'usage',
          usage: expect.objectContaining({ inputTokens: 20, outputTokens: 6 }) as unknown,
        });
        const call = events.find(({ kind }) => kind === 'tool_call');
        const result = events.find(({ kind }) => kind === 'tool_result');
        expect(call).toMatchObject({
          id: expect.not.stringContaining('[redacted]') as unknown,
          tool: expect.stringMatching(/galley\W*_*agent_turn_start$/) as unknown,
          input: { request_event_id: turn },
        });
        expect(result).toMatchObject({ id: (call as { id: string }).id, isError: false });
        const message = events.find(({ kind }) => kind === 'message') as { text: string };
        expect(JSON.parse(message.text)).toEqual({
          revision,
          status: 'M a.md',
          diff: true,
          canReadSecret: sandbox === 'never',
          isTokenStored: false,
        });
        expect(await readFile(join(project.project.directory, 'site/a.md'), 'utf8')).toBe('ink');
      });

      if (sandbox === 'always')
        test('continues its session in the next turn', async () => {
          const { log_file: logFile } = await project.sessionOf(await firstTurn(), 'ended');
          const { resumable } = await summarizeSession({
            logFile: logFile!,
            adapter,
            resumed: undefined,
          });
          const turn = await project.requestTurn('good');
          const log = await project.logOf(turn);
          expect((await project.endOf(turn)).type, log).toBe('agent.turn_completed');
          const events = await eventsOf(turn, resumable);
          expect(events).toContainEqual({ kind: 'resumable', id: resumable!.id });
          expect(events).toContainEqual({
            kind: 'usage',
            usage: expect.objectContaining({ inputTokens: 20, outputTokens: 6 }) as unknown,
          });
          expect(log).toMatch(program === 'codex' ? /"input_tokens":40/ : /./);
        });

      async function firstTurn(): Promise<number> {
        const row = await project.db
          .selectFrom('agent_sessions')
          .select('request_event_id')
          .orderBy('started_at')
          .executeTakeFirstOrThrow();
        return row.request_event_id!;
      }

      test('an owner who is not signed in is recognized', async () => {
        await fs.promises.rm(join(project.project.directory, 'owner', signedIn[program]));
        const turn = await project.requestTurn('good', { agent: 'implementer-2' });
        expect(await project.endOf(turn)).toMatchObject({
          type: 'agent.turn_failed',
          // With the words of the program, for people.
          payload: { code: 'sign_in', reason: expect.stringMatching(/: \S/) as unknown },
        });
        const { log_file: logFile } = await project.sessionOf(turn, 'ended');
        const { failure } = await summarizeSession({
          logFile: logFile!,
          adapter,
          resumed: undefined,
        });
        expect(failure).toBe('sign_in');
      });
    });
  },
);

async function createSite(dir: string): Promise<string> {
  await mkdir(dir);
  await git.init({ fs, dir });
  await writeFile(join(dir, 'a.md'), 'ink');
  await git.add({ fs, dir, filepath: 'a.md' });
  return git.commit({ fs, dir, message: 'x', author: { name: 'ada', email: 'ada@example.org' } });
}

/** A home folder with a secret, credentials, and the stand-in of the program in `bin`. */
async function createOwner(directory: string, program: Program): Promise<string> {
  const owner = join(directory, 'owner');
  for (const path of [signedIn[program], '.ssh/id_ed25519']) {
    await mkdir(dirname(join(owner, path)), { recursive: true });
    await writeFile(join(owner, path), '{}');
  }
  const library = join(owner, 'lib');
  await cp(join(import.meta.dirname, 'fixtures'), library, { recursive: true });
  const script = join(library, `${program}.mjs`);
  await writeFile(script, `#!${process.execPath}\n${await readFile(script, 'utf8')}`);
  await chmod(script, 0o755);
  await mkdir(join(owner, 'bin'));
  await symlink(script, join(owner, 'bin', program));
  return owner;
}

import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { newSecret, type Logger } from '@galley/kernel';
import { configuredAgents, type LivingSession, type SessionEvent } from '@galley/runcoord';
import { requireProject } from '@galley/service';
import { loadConfig, type Config } from '@galley/settings';
import { processSurroundings } from '../supervisor/choose-driver.ts';
import type { AgentLaunch } from '../supervisor/driver.ts';
import { LaunchPlan } from '../supervisor/launch-plan.ts';
import { prepareProcess, type ProcessSurroundings } from '../supervisor/process/process-turn.ts';
import { makeSupervisorFolder } from '../supervisor/supervisor-folder.ts';
import { runProgram, type ProgramOutput } from './run-program.ts';
import { openTrialTools } from './trial-tools.ts';

export interface AgentsOptions {
  readonly projectDirectory: string;
  readonly overlays: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
}

export interface ListedAgent {
  readonly id: string;
  readonly role: string;
  readonly adapter: string;
  readonly model: string | null;
  readonly command: string;
}

export interface CheckedAdapter {
  readonly adapter: string;
  readonly agents: readonly string[];
  readonly command: string;
  /** Null if the program is not installed, or runs in a container. */
  readonly path: string | null;
  readonly version: string | null;
  /** Null if the program has no sign-in that Galley knows. */
  readonly signed_in: boolean | null;
  /** Null without a trial. */
  readonly trial: 'passed' | 'failed' | null;
  /** What to do; null if the adapter works. */
  readonly problem: string | null;
}

const quickMs = 30_000;
const trialMs = 180_000;
const trialPrompt =
  'This is a test of the connection. Do not use any tools. Answer with the word OK.';

export async function listAgents(options: AgentsOptions): Promise<ListedAgent[]> {
  const config = await configOf(options);
  return configuredAgents(config.coordinator).map(({ id, role, adapter, model, command }) => ({
    id,
    role,
    adapter,
    model,
    command,
  }));
}

/** Checks the adapters of all configured agents, without the database. A trial costs a few tokens per adapter. */
export async function checkAgents(
  options: AgentsOptions & { readonly trial: boolean },
): Promise<CheckedAdapter[]> {
  const config = await configOf(options);
  const byAdapter = Map.groupBy(configuredAgents(config.coordinator), ({ adapter }) => adapter);
  const used = [...byAdapter].map(([adapter, agents]) => ({
    adapter,
    agents: agents.map(({ id }) => id),
    command: agents[0]!.command,
  }));
  if (config.coordinator.supervisor.driver === 'docker')
    return used.map((each) => checkImage(config, each));
  const folder = await makeSupervisorFolder(config.coordinator.supervisor.stateDirectory);
  const projectDirectory = await realpath(options.projectDirectory);
  const { dataDirectory } = config.storage;
  const given = { ...options, config, projectDirectory, dataDirectory, folder };
  const surroundings = await processSurroundings(given);
  const { environment } = options;
  const plan = new LaunchPlan({ config: config.coordinator, environment, logFolder: folder.logs });
  const check = { surroundings, plan, environment, folder: folder.root, trial: options.trial };
  const checked: CheckedAdapter[] = [];
  for (const each of used) checked.push(await checkProgram(each, check));
  return checked;
}

function configOf(options: AgentsOptions): Promise<Config> {
  requireProject(options.projectDirectory);
  return loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
}

type UsedAdapter = Pick<CheckedAdapter, 'adapter' | 'agents' | 'command'>;

function checkImage({ coordinator }: Config, used: UsedAdapter): CheckedAdapter {
  const hasImage = coordinator.adapters[used.adapter]?.image !== undefined;
  const problem = hasImage
    ? null
    : `It has no container image. Set coordinator.adapters.${used.adapter}.image.`;
  return { ...used, path: null, version: null, signed_in: null, trial: null, problem };
}

interface Check {
  readonly surroundings: ProcessSurroundings;
  readonly plan: LaunchPlan;
  readonly environment: AgentsOptions['environment'];
  /** For the files of trials. */
  readonly folder: string;
  readonly trial: boolean;
}

async function checkProgram(used: UsedAdapter, check: Check): Promise<CheckedAdapter> {
  const program = used.command.split(/\s+/)[0]!;
  const path = findProgram(program, check.environment['PATH'] ?? '');
  const found = { ...used, path, version: null, signed_in: null, trial: null };
  if (path === null)
    return {
      ...found,
      problem: `"${program}" is not installed, or not in the PATH. Install it, or correct coordinator.adapters.${used.adapter}.command.`,
    };
  const folder = await mkdtemp(join(check.folder, 'trial-'));
  try {
    return { ...found, ...(await tryProgram({ ...used, path }, check, folder)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findProgram(program: string, searchPath: string): string | null {
  if (program.includes('/')) return existsSync(program) ? program : null;
  const folders = searchPath.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}

async function tryProgram(
  { agents, path }: UsedAdapter & { readonly path: string },
  { surroundings, plan, environment, trial }: Check,
  folder: string,
): Promise<Pick<CheckedAdapter, 'version' | 'signed_in' | 'trial' | 'problem'>> {
  const token = newSecret();
  await using tools = await openTrialTools(token);
  const session = trialSession(agents[0]!);
  const planned = plan.createLaunch({ session, token, mcpUrl: tools.url, repository: undefined });
  const launch: AgentLaunch = {
    ...planned,
    environment: { ...planned.environment, GALLEY_PROMPT: trialPrompt },
  };
  const { adapter } = launch;
  if (!adapter.isKnownProgram)
    return { version: null, signed_in: null, trial: null, problem: null };
  const turn = await prepareProcess(launch, surroundings, { folder });
  const run = (args: readonly string[]) =>
    runProgram({
      words: [path, ...args],
      env: { ...turn.env, ...homeOf(folder, turn.env) },
      directory: turn.workingDirectory,
      timeoutMs: quickMs,
    });
  const printed = await run(['--version']);
  const version = printed.lines.find((line) => /\d+\.\d+/.test(line)) ?? null;
  const isSignedIn =
    adapter.keys.some((key) => (environment[key] ?? '') !== '') ||
    (adapter.signInCheck
      ? (await run(adapter.signInCheck)).exitCode === 0
      : launch.credentials.some(({ from }) => existsSync(from)));
  if (!trial) {
    const problem = isSignedIn ? null : `It is not signed in. ${adapter.signInHelp}`;
    return { version, signed_in: isSignedIn, trial: null, problem };
  }
  const output = await runProgram({
    words: turn.words,
    env: turn.env,
    directory: turn.workingDirectory,
    timeoutMs: trialMs,
  });
  const failure = trialProblem(launch, output, tools.isConnected);
  const isRefused = failure?.code === 'sign_in';
  return {
    version,
    signed_in: failure ? isSignedIn && !isRefused : true,
    trial: failure ? 'failed' : 'passed',
    problem: failure?.text ?? null,
  };
}

/** Outside bubblewrap, the folders are in other places than the agent sees them. */
function homeOf(folder: string, env: Readonly<Record<string, string>>): Record<string, string> {
  const seen = env['HOME']!;
  const moved = Object.entries(env).filter(([, value]) => value.startsWith(`${seen}`));
  return Object.fromEntries(
    moved.map(([name, value]) => [name, join(folder, 'home', value.slice(seen.length))]),
  );
}

function trialProblem(
  { adapter }: AgentLaunch,
  { exitCode, lines }: ProgramOutput,
  isConnected: boolean,
): { readonly code: string; readonly text: string } | undefined {
  const events: SessionEvent[] = lines.flatMap((line) => adapter.parse(line));
  const error = events.findLast((event) => event.kind === 'error');
  const last = events.findLast((event) => event.kind === 'output');
  const said = error?.text ?? last?.text ?? 'it printed nothing';
  if (error?.code === 'sign_in' && exitCode !== 0)
    return { code: 'sign_in', text: `It is not signed in (${said}). ${adapter.signInHelp}` };
  if (error?.code === 'quota' && exitCode !== 0)
    return { code: 'quota', text: `Its provider refuses further use: ${said}` };
  if (exitCode === null)
    return { code: 'time', text: `The trial turn did not end within ${trialMs / 60_000} minutes.` };
  if (exitCode !== 0)
    return { code: 'exit', text: `The trial turn failed with exit code ${exitCode}: ${said}` };
  if (!events.some(({ kind }) => kind === 'message'))
    return { code: 'silent', text: `The trial turn ended without an answer: ${said}` };
  if (!isConnected)
    return { code: 'tools', text: 'The program answered, but did not connect to the tools.' };
  return undefined;
}

function trialSession(agentId: string): LivingSession {
  const now = new Date();
  return {
    id: 'trial',
    runId: 'trial',
    goal: '',
    runState: 'active',
    agentId,
    requestEventId: 0,
    status: 'starting',
    externalId: null,
    tokenId: null,
    attempts: 0,
    startedAt: now,
    endingAt: null,
    endReason: null,
    turn: { state: 'in_flight', reason: 'trial', aliveAt: now },
  };
}

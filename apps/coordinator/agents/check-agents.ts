import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { newSecret } from '@galley/kernel';
import { configuredAgents, type LivingSession } from '@galley/runcoord';
import type { Config } from '@galley/settings';
import type { Adapter } from '../supervisor/adapters/index.ts';
import { processSurroundings } from '../supervisor/choose-driver.ts';
import type { AgentLaunch } from '../supervisor/driver.ts';
import { LaunchPlan } from '../supervisor/launch-plan.ts';
import { prepareProcess, type ProcessSurroundings } from '../supervisor/process/process-turn.ts';
import { proxyFolderIn, openNetworkProxy } from '../supervisor/network/network-proxy.ts';
import { makeSupervisorFolder } from '../supervisor/supervisor-folder.ts';
import { loadProject, type ProjectOptions } from '../system/with-project.ts';
import { runProgram, type ProgramOutput } from './run-program.ts';
import { findTrialProblem } from './trial-problem.ts';
import { openTrialTools } from './trial-tools.ts';

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
  /** Null if only a trial can tell, such as whether a key is valid. */
  readonly signed_in: boolean | null;
  /** Null without a trial. */
  readonly trial: 'passed' | 'failed' | null;
  /** The problem and how to solve it; null if the adapter works. */
  readonly problem: string | null;
}

const quickMs = 30_000;
const trialMs = 180_000;
const trialPrompt =
  'This is a test of the connection. Do not use any tools. Answer with the word OK.';

export async function listAgents(options: ProjectOptions): Promise<ListedAgent[]> {
  const config = await loadProject(options);
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
  options: ProjectOptions & { readonly trial: boolean },
): Promise<CheckedAdapter[]> {
  const config = await loadProject(options);
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
  readonly environment: ProjectOptions['environment'];
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
  const planned = plan.createLaunch({
    session,
    token,
    mcpUrl: tools.url,
    repository: undefined,
  });
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
  const isSignedIn = hasKey(adapter, environment) ? null : await hasAccount(launch, run);
  if (!trial) {
    const problem = isSignedIn === false ? `It is not signed in. ${adapter.signInHelp}` : null;
    return { version, signed_in: isSignedIn, trial: null, problem };
  }
  const { network } = turn;
  const refused: string[] = [];
  const proxy = { folder: proxyFolderIn(folder), onRefusal: (host: string) => refused.push(host) };
  await using cleanUp = new AsyncDisposableStack();
  if (network) cleanUp.use(await openNetworkProxy({ ...proxy, hosts: network.hosts }));
  const output = await runProgram({
    words: turn.words,
    env: { ...turn.env, ...network?.env },
    directory: turn.workingDirectory,
    timeoutMs: trialMs,
  });
  const failure = findTrialProblem(adapter, output, tools.isConnected);
  if (!failure) return { version, signed_in: true, trial: 'passed', problem: null };
  const signed_in = failure.isSignedIn ?? isSignedIn;
  const denied = refused.length === 0 ? '' : ` The network policy refused ${refused.join(', ')}.`;
  return { version, signed_in, trial: 'failed', problem: `${failure.text}${denied}` };
}

const hasKey = ({ keys }: Adapter, environment: ProjectOptions['environment']) =>
  keys.some((key) => (environment[key] ?? '') !== '');

/** Null if there is a file with which the program was once signed in. */
async function hasAccount(
  { adapter, credentials }: AgentLaunch,
  run: (args: readonly string[]) => Promise<ProgramOutput>,
): Promise<boolean | null> {
  if (adapter.signInCheck) return (await run(adapter.signInCheck)).exitCode === 0;
  return credentials.some(({ from }) => existsSync(from)) ? null : false;
}

/** Outside bubblewrap, the folders are in other places than the agent sees them. */
function homeOf(folder: string, env: Readonly<Record<string, string>>): Record<string, string> {
  const seen = env['HOME']!;
  const moved = Object.entries(env).filter(([, value]) => value.startsWith(`${seen}`));
  return Object.fromEntries(
    moved.map(([name, value]) => [name, join(folder, 'home', value.slice(seen.length))]),
  );
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

import { spawn, type ChildProcess } from 'node:child_process';
import { AgentLog } from '../agent-log.ts';
import { proxyFolderIn, openNetworkProxy } from '../network/network-proxy.ts';
import { sessionToken } from './config.ts';
import { identify } from './process-identity.ts';
import { SessionFolder, type WrapperExit } from './session-folder.ts';

/**
 * Wrapper process that outlives the supervisor: starts the agent, logs its output, records its exit. Only the first
 * wrapper of a session starts the agent. Prints `ready` once the folder names the owner of the session.
 */
const folder = new SessionFolder(process.argv[2]!);
// The reader may be gone.
process.stdout.on('error', () => undefined);
const isFirst = await folder.claim(identify(process.pid)!);
if (isFirst) await runAgent();
else tell();

function tell(): void {
  process.stdout.write('ready\n');
}

async function runAgent(): Promise<void> {
  const { program, args, workingDirectory, hosts, logFile, logSize } = await folder.getOrder();
  const log = new AgentLog(logFile, { size: logSize, token: sessionToken });
  if (hosts) await openProxy(hosts, log);
  const agent = spawn(program, args, {
    cwd: workingDirectory,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = exitOf(agent, log);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => signalGroup(agent, 'SIGTERM'));
  const identity = agent.pid === undefined ? undefined : identify(agent.pid);
  if (identity) await folder.putAgent(identity);
  tell();
  const ended = await exit;
  await log.end();
  await folder.putExit(ended);
  process.exit();
}

async function openProxy(hosts: readonly string[], log: AgentLog): Promise<void> {
  // The whole path may be too long for a socket.
  process.chdir(folder.directory);
  const onRefusal = (host: string) =>
    log.add(
      `The network policy refused ${host}; coordinator.adapters.<name>.hosts allows hosts.\n`,
      'proxy',
    );
  await openNetworkProxy({ folder: proxyFolderIn(folder.directory), hosts, onRefusal });
}

function exitOf(agent: ChildProcess, log: AgentLog): Promise<WrapperExit> {
  for (const from of ['stdout', 'stderr'] as const)
    agent[from]!.setEncoding('utf8').on('data', (text: string) => log.add(text, from));
  return new Promise((resolve) => {
    agent.once('error', (error) => {
      log.add(`${error.message}\n`);
      resolve({ code: 127, signal: null });
    });
    agent.once('exit', (code, signal) => {
      // Child processes left running keep the output open.
      signalGroup(agent, 'SIGKILL');
      agent.once('close', () => resolve({ code, signal }));
    });
  });
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The process group is empty.
  }
}

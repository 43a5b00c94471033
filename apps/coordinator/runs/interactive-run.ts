import { pingDatabase } from '@galley/database';
import { combineHealth, RunLoop } from '@galley/runcoord';
import type { ShutdownStack } from '@galley/service';
import { showConsole } from '../console/show-console.ts';
import type { Terminal } from '../console/terminal.ts';
import type { Listening } from '../system/listening.ts';
import { openMcp } from '../mcp/open-mcp.ts';
import type { PreparedRun } from './prepared-run.ts';
import { openRunSocket } from './run-socket.ts';
import { serveRuns } from './serve-runs.ts';
import { requestListener } from '../server.ts';

interface Surroundings {
  readonly metricsToken: string | undefined;
  readonly terminal: Terminal;
  readonly listening: Listening;
  readonly cleanUp: ShutdownStack;
}

/** Leaving the terminal UI ends the loop, and vice versa. @throws `IterationLimitError` at the limit (RC-CMD-7). */
export async function runInTerminal(
  prepared: PreparedRun,
  { terminal, listening, metricsToken, cleanUp }: Surroundings,
) {
  const { coordinator, run, ticks, loop, signal, projectDirectory } = prepared;
  const { db } = coordinator;
  const probes = {
    pingDatabase: () => pingDatabase(db),
    isLeaving: () => listening.server.isLeaving,
    health: () => combineHealth([ticks.health]),
    measures: () => ticks.measures,
  };
  const agents = openMcp(coordinator, { listening, cleanUp });
  const { hosts } = listening;
  const listener = requestListener({
    ...coordinator,
    ...probes,
    ...agents,
    hosts,
    metricsToken,
    cleanUp,
  });
  const socket = { projectDirectory, runId: run.id, serve: listener };
  const open = () => openRunSocket(socket, cleanUp);
  await serveRuns(coordinator, listening, { listener, cleanUp, open });
  const snapshot = await prepared.snapshot();
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const end = (): void => over.abort();
  const looping = new RunLoop(loop).run(until).finally(end);
  const showing = showConsole(prepared, terminal, until).finally(end);
  await Promise.allSettled([looping, showing]);
  const [looped] = await Promise.all([looping, showing]);
  return { ...looped, snapshot };
}

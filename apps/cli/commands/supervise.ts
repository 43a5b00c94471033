import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { PresentedSupervisor } from '@galley/coordinator';
import { runLogged } from '../run-logged.ts';
import { projectOf, type Global } from '../project-command.ts';
import { configOverlayOption, jsonOption } from '../shared-options.ts';

interface SuperviseArguments extends Global {
  readonly stopAgents?: boolean | undefined;
  readonly configOverlay?: string[] | undefined;
}

interface StatusArguments extends Global {
  readonly json: boolean;
  readonly check: boolean;
  readonly configOverlay?: string[] | undefined;
}

const statusCommand: CommandModule<Global, StatusArguments> = {
  command: 'status',
  describe: 'Show the supervisors of the project and their agents',
  builder: (options: Argv<Global>): Argv<StatusArguments> =>
    options
      .option('json', jsonOption)
      .option('check', {
        type: 'boolean',
        default: false,
        describe: 'Exit with 1 unless a supervisor is running',
      })
      .option('config-overlay', configOverlayOption)
      .example('$0 supervise status', 'Show running agents and problems')
      .example('$0 supervise status --check', 'Use as a health check')
      .epilogue('Prints each supervisor and its sessions; --json: {supervisors, sessions}.'),
  handler: async ({ project, json, check, configOverlay }) => {
    const { supervisorStatus } = await import('@galley/coordinator');
    const status = await supervisorStatus(await projectOf({ project, configOverlay }));
    if (check && !status.supervisors.some(({ is_here }) => is_here)) process.exitCode = 1;
    if (json) {
      console.log(JSON.stringify(status));
      return;
    }
    const { supervisors, sessions } = status;
    if (supervisors.length === 0) console.log('No supervisor has run within the last week.');
    for (const supervisor of supervisors) console.log(supervisorLines(supervisor).join('\n'));
    for (const { id, agent_id, run_id, state, since } of sessions)
      console.log([id, state.padEnd(8), since, agent_id, run_id].join('  '));
  },
};

function supervisorLines(supervisor: PresentedSupervisor): string[] {
  const { place, is_here, looked_at, found } = supervisor;
  const seen = is_here ? 'running' : `gone since ${looked_at ?? 'its start'}`;
  if (!found) return [`${place}: ${seen}`];
  const { running, concurrency, adopted, phantom, unowned, stuck, error } = found;
  return [
    `${place}: ${seen}; ${running} of ${concurrency} agents, ${adopted} adopted, ${phantom} phantom, ${unowned} unowned`,
    ...stuck.map(({ agent_id, run_id, reason }) => `  stuck: ${agent_id} in ${run_id}: ${reason}`),
    ...(error === null ? [] : [`  ${error}`]),
  ];
}

export const superviseCommand: CommandModule<Global, SuperviseArguments> = {
  command: 'supervise',
  describe: 'Start agents for their scheduled turns',
  builder: (options: Argv<Global>): Argv<SuperviseArguments> =>
    options
      .command(statusCommand)
      .option('stop-agents', {
        type: 'boolean',
        default: false,
        describe: 'Also stop the agents on exit; by default the next supervisor adopts them',
      })
      .option('config-overlay', configOverlayOption)
      .example('$0 supervise', 'Start with the settings of coordinator.supervisor in galley.yaml')
      .example('$0 supervise status --json', 'Show the state at the last check')
      .epilogue(
        'Logs to standard error (SERVICE_LOG, SERVICE_LOG_FORMAT). Agents use the tools of galley start, which must also run. Ctrl-C stops the supervisor.',
      ),
  handler: ({ project, stopAgents, configOverlay }) =>
    runLogged('the supervisor', async ({ logger, signal }) => {
      const { superviseProject } = await import('@galley/coordinator');
      const { driver, place, stopped } = await superviseProject({
        projectDirectory: resolve(project),
        overlays: configOverlay ?? [],
        environment: process.env,
        overrides: {},
        stopAgents: stopAgents ?? false,
        logger,
        signal,
      });
      return { ready: { driver, place }, stopped };
    }),
};

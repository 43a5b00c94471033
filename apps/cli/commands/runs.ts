import { styleText } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import type { Budget, RunInspection } from '@galley/coordinator';
import { parseBudget } from '../budget-option.ts';
import { lastValue } from '../last-value.ts';
import { eventLine } from '../runs/event-lines.ts';
import { runLine, runLines } from '../runs/turn-lines.ts';
import {
  print,
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';
import { stopSignal } from '../stop-signal.ts';
import { decisionCommands } from './decide-runs.ts';

interface ListArguments extends ProjectArguments {
  readonly lines: number;
}

interface RunArguments extends ProjectArguments {
  readonly run: string;
}

interface StopArguments extends RunArguments {
  readonly reason?: string | undefined;
}

interface StopTurnArguments extends ProjectArguments {
  readonly session: string;
  readonly reason?: string | undefined;
}

interface BudgetArguments extends RunArguments {
  readonly budget: Budget;
  readonly agent?: string | undefined;
}

interface LogsArguments extends ProjectArguments {
  readonly run?: string | undefined;
  readonly follow: boolean;
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
}

const maxListed = 200;

const listCommand: CommandModule<Global, ListArguments> = {
  command: 'list',
  describe: 'List runs, newest first',
  builder: (options: Argv<Global>): Argv<ListArguments> =>
    projectOptions(options)
      .option('lines', {
        alias: 'n',
        type: 'number',
        default: 20,
        requiresArg: true,
        describe: `Number of runs, at most ${maxListed}`,
      })
      .check(({ lines }) => {
        if (Number.isSafeInteger(lines) && lines >= 1 && lines <= maxListed) return true;
        throw new Error(`--lines takes a whole number from 1 to ${maxListed}`);
      })
      .example('$0 runs list', 'Print one line per run')
      .epilogue(
        'Prints ID, start, state, turns, cost and goal; --json: an array of runs, as in the API.',
      ),
  handler: (given) =>
    inspect(given, async (runs) => {
      const found = await runs.list(given.lines);
      print(given, found, found.length === 0 ? 'No runs.' : found.map(runLine).join('\n'));
    }),
};

const showCommand: CommandModule<Global, RunArguments> = {
  command: 'show <run>',
  describe: 'Show a run and its turns, with tokens and cost',
  builder: (options: Argv<Global>): Argv<RunArguments> =>
    withRun(projectOptions(options))
      .example('$0 runs show run-1', 'Show what each turn did and cost')
      .epilogue(
        'Prints state, work, tasks that wait for others, use and budget, a line per proposal with its checks and per open question, and a line per turn: session, start, agent, reason, outcome, duration, tokens, cost; --json: {run, turns, waiting_tasks, proposals, questions}.',
      ),
  handler: (given) =>
    inspect(given, async (runs) => {
      const found = await runs.show(given.run);
      print(given, found, runLines(found).join('\n'));
    }),
};

const logsCommand: CommandModule<Global, LogsArguments> = {
  command: 'logs [run]',
  describe: 'Show what the agents of a run said and did',
  builder: (options: Argv<Global>): Argv<LogsArguments> =>
    projectOptions(options)
      .positional('run', { type: 'string', describe: 'Run ID [default: the newest run]' })
      .option('follow', {
        alias: 'f',
        type: 'boolean',
        default: false,
        describe: 'Print new events as they arrive, until the run ends or Ctrl-C',
      })
      .option('agent', {
        type: 'string',
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'Only this agent, such as implementer-1',
      })
      .option('session', {
        type: 'string',
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'Only this session, as in galley runs show',
      })
      .example('$0 runs logs -f', 'Follow the newest run')
      .example('$0 runs logs run-1 --agent reviewer-1', 'Show the turns of one agent')
      .example('$0 runs logs run-1 --json > run-1.jsonl', 'Export a run as JSON Lines')
      .epilogue(
        'Prints a line per event: time, agent, message; prompts, tool calls and results are shortened; --json: one object per line, unabridged. Secrets are masked.',
      ),
  handler: (given) => inspect(given, (runs) => printLogs(runs, given)),
};

const stopCommand: CommandModule<Global, StopArguments> = {
  command: 'stop <run>',
  describe: 'Stop a run; with enforced states, current turns may first end',
  builder: (options: Argv<Global>): Argv<StopArguments> =>
    withRun(projectOptions(options))
      .option('reason', {
        type: 'string',
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'For the audit log',
      })
      .example('$0 runs stop run-1', 'Stop the run')
      .epilogue('Prints the new state; --json: {run_id, state}.'),
  handler: (given) =>
    inspect(given, async (runs) => {
      const stopped = await runs.stop(given.run, given.reason);
      print(given, stopped, `The run ${stopped.run_id} is ${stopped.state}.`);
    }),
};

const stopTurnCommand: CommandModule<Global, StopTurnArguments> = {
  command: 'stop-turn <session>',
  describe: 'Stop one turn of an agent; its run continues, and its task is blocked',
  builder: (options: Argv<Global>): Argv<StopTurnArguments> =>
    projectOptions(options)
      .positional('session', {
        type: 'string',
        demandOption: true,
        describe: 'Session ID, as in galley runs show',
      })
      .option('reason', {
        type: 'string',
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'For the task and the audit log',
      })
      .example('$0 runs stop-turn 0197 --reason "Wrong page"', 'Stop the turn')
      .epilogue('Prints the agent and the run; --json: {turn, run_id, agent_id}.'),
  handler: (given) =>
    inspect(given, async (runs) => {
      const stopped = await runs.stopTurn(given.session, given.reason);
      print(given, stopped, `The turn of ${stopped.agent_id} in ${stopped.run_id} is stopped.`);
    }),
};

const budgetCommand: CommandModule<Global, BudgetArguments> = {
  command: 'budget <run>',
  describe: 'Set the budget of a run, and resume it if its budget is used up',
  builder: (options: Argv<Global>): Argv<BudgetArguments> =>
    withRun(projectOptions(options))
      .option('budget', {
        type: 'string',
        demandOption: true,
        requiresArg: true,
        coerce: (given: string | readonly string[]) => parseBudget(given)!,
        describe: 'New limits, such as turns=40,usd=10; others stay, none removes one',
      })
      .option('agent', {
        type: 'string',
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'Set the budget of this agent in the run',
      })
      .example('$0 runs budget run-1 --budget turns=40', 'Allow 40 turns, and continue')
      .epilogue('Prints the state of the run; --json: {run_id, state}.'),
  handler: (given) =>
    inspect(given, async (runs) => {
      const changed = await runs.setBudget(given.run, given.budget, given.agent);
      print(given, changed, `The run ${changed.run_id} is ${changed.state}.`);
    }),
};

export const runsCommand: CommandModule<Global, Global> = {
  command: 'runs',
  describe: 'Follow runs, decide on proposals, answer agents, raise budgets, and stop runs',
  builder: (options) =>
    decisionCommands(
      options
        .command(listCommand)
        .command(showCommand)
        .command(logsCommand)
        .command(budgetCommand)
        .command(stopCommand)
        .command(stopTurnCommand),
    )
      .demandCommand(1, 'choose a command, such as list, show or accept')
      .example('$0 runs logs -f', 'Follow the newest run')
      .epilogue(
        'The first six commands use the database of the project; no server needs to run. The others act in the name of a person, with GALLEY_TOKEN, over the API of the running server.',
      ),
  handler: () => undefined,
};

async function printLogs(
  runs: RunInspection,
  { run, agent: agentId, session: sessionId, follow, json }: LogsArguments,
): Promise<void> {
  const runId =
    run ?? (sessionId === undefined ? await runs.newest() : await runs.runOf(sessionId));
  const stop = stopSignal();
  // The reader of the output may close it early, as `head` does.
  process.stdout.on('error', stop.stop);
  const paint = (colour: Parameters<typeof styleText>[0], text: string) => styleText(colour, text);
  try {
    const query = { runId, agentId, sessionId, ...(follow && { follow: stop.signal }) };
    for await (const event of runs.events(query)) {
      if (stop.signal.aborted) return;
      console.log(json ? JSON.stringify(event) : eventLine(event, paint));
    }
  } finally {
    process.stdout.off('error', stop.stop);
    stop.release();
  }
}

function withRun(options: Argv<ProjectArguments>): Argv<RunArguments> {
  return options.positional('run', { type: 'string', demandOption: true, describe: 'Run ID' });
}

async function inspect(
  given: ProjectArguments,
  work: (runs: RunInspection) => Promise<void>,
): Promise<void> {
  const { inspectRuns } = await import('@galley/coordinator');
  await inspectRuns(await projectOf(given), work);
}

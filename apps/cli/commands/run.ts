import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { Budget, RunReport } from '@galley/coordinator';
import { parseBudget } from '../budget-option.ts';
import { durationOption } from '../duration-option.ts';
import { LineBuffer } from '../line-buffer.ts';
import { lastValue } from '../last-value.ts';
import { quietLogger } from '../quiet-logger.ts';
import { recipeLines } from '../runs/recipe-lines.ts';
import { print, projectOf } from '../project-command.ts';
import { addressOption, configOverlayOption, jsonOption } from '../shared-options.ts';
import { stopSignal } from '../stop-signal.ts';

interface RunArguments {
  readonly project: string;
  readonly recipe?: string | undefined;
  readonly param: readonly string[];
  readonly list: boolean;
  readonly run?: string | undefined;
  readonly resume: boolean;
  readonly goal: string;
  readonly budget?: Budget | undefined;
  readonly interval?: number | undefined;
  readonly retryBackoff?: number | undefined;
  readonly maxConsecutiveErrors?: number | undefined;
  readonly maxIterations?: number | undefined;
  readonly headless: boolean;
  readonly wait: boolean;
  readonly json: boolean;
  readonly address?: string | undefined;
  readonly configOverlay?: string[] | undefined;
}

export const runCommand: CommandModule<{ project: string }, RunArguments> = {
  command: 'run [recipe]',
  describe: 'Coordinate one run until it ends, and show it in the terminal',
  builder: (options) => loopOptions(runOptions(options)),
  handler: async (given) => {
    if (given.list) return listRecipes(given);
    const { describeHolder, IterationLimitError, runProject } = await import('@galley/coordinator');
    const { headless, resume, goal, budget, wait, maxIterations = 0 } = given;
    const stop = stopSignal();
    // Log lines written to the terminal would garble the screen.
    const held = !headless && process.stderr.isTTY ? new LineBuffer() : undefined;
    try {
      const report = await runProject({
        projectDirectory: resolve(given.project),
        overlays: given.configOverlay ?? [],
        environment: process.env,
        overrides: {
          coordinator: { ...(given.address !== undefined && { address: given.address }) },
        },
        logger: await quietLogger(held),
        signal: stop.signal,
        runId: given.run,
        recipe: recipeOf(given),
        resume,
        goal,
        budget,
        maxIterations,
        wait: wait || !headless,
        onHeld: (runId, lease) =>
          console.error(
            `galley: Waiting for the run ${runId}: the coordinator ${describeHolder(lease)} holds its lease.`,
          ),
        onTaken: ({ id, goal: its }, isNew) => {
          if (goal !== '' && goal !== its && !isNew)
            console.error(`galley: Continuing the run ${id}; --goal applies to new runs only.`);
          if (budget && !isNew)
            console.error(
              `galley: Continuing the run ${id} with its budget; change it with galley runs budget.`,
            );
        },
        interval: given.interval,
        retryDelay: given.retryBackoff,
        maxConsecutiveErrors: given.maxConsecutiveErrors,
        ...(!headless && { terminal: terminal() }),
      });
      printReport(report, given);
    } catch (error) {
      if (!(error instanceof IterationLimitError)) throw error;
      console.error(`galley: ${error.name}: ${error.message}`);
      process.exitCode = 1;
    } finally {
      held?.flush(process.stderr);
      stop.release();
    }
  },
};

async function listRecipes(given: RunArguments): Promise<void> {
  const { listProjectRecipes } = await import('@galley/coordinator');
  const found = await listProjectRecipes(await projectOf(given));
  print(given, found, recipeLines(found).join('\n'));
}

function recipeOf({ recipe, param }: RunArguments) {
  if (recipe === undefined) return undefined;
  const values = param.map((text) => {
    const at = text.indexOf('=');
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
  return { recipe, parameters: Object.fromEntries(values) };
}

function recipeFault({ recipe, param, ...given }: Record<string, unknown>): string | undefined {
  const { run, resume, goal } = given;
  const parameters = param as readonly string[];
  if (recipe !== undefined && (run !== undefined || resume === true || goal !== ''))
    return 'A recipe starts a new run with its own goal; leave out --run, --resume and --goal';
  if (recipe === undefined && parameters.length > 0) return '--param needs the name of a recipe';
  const wrong = parameters.find((text) => !/^[^=]+=/.test(text));
  return wrong === undefined ? undefined : `--param takes name=value, not ${wrong}`;
}

function runOptions(options: Argv<{ project: string }>) {
  return options
    .positional('recipe', {
      type: 'string',
      describe: 'Recipe of the folder runs to start a run of',
    })
    .option('param', {
      type: 'string',
      array: true,
      // With `nargs`, a following word is not another value.
      nargs: 1,
      default: [] as string[],
      defaultDescription: 'none',
      requiresArg: true,
      describe: 'Parameter of the recipe, as name=value; repeatable',
    })
    .option('list', {
      type: 'boolean',
      default: false,
      describe: 'List the recipes with their next run, last run and its cost',
    })
    .option('run', {
      type: 'string',
      requiresArg: true,
      coerce: lastValue<string>,
      describe: 'Run ID [default: the newest active run, or a new run]',
    })
    .option('resume', {
      type: 'boolean',
      default: false,
      describe: 'Activate the run, also when it is paused or stopped',
    })
    .option('goal', {
      type: 'string',
      default: '',
      requiresArg: true,
      coerce: lastValue<string>,
      describe: 'Goal of a new run; an active run with this goal is continued',
    })
    .option('budget', {
      type: 'string',
      requiresArg: true,
      coerce: parseBudget,
      describe:
        'Limits of a new run, such as turns=20,minutes=60,tokens=500000,usd=5; none removes one [default: coordinator.budget]',
    })
    .option('headless', {
      type: 'boolean',
      default: false,
      describe: 'Run without terminal UI, listener and socket; one iteration by default',
    })
    .option('wait', {
      type: 'boolean',
      default: false,
      describe: 'Headless: wait for another coordinator without a time limit, instead of one lease',
    })
    .option('json', jsonOption)
    .option('address', addressOption)
    .option('config-overlay', configOverlayOption)
    .check((given) => {
      const fault = recipeFault(given);
      if (fault !== undefined) throw new Error(fault);
      if (given.headless || given.list || (process.stdin.isTTY && process.stdout.isTTY))
        return true;
      throw new Error('The terminal UI needs a terminal. Add --headless to run without one');
    })
    .example(
      '$0 run --goal "A page on ink"',
      'Start a run, or continue the active one with this goal',
    )
    .example(
      '$0 run proofread --param document=posts/ink.md',
      'Start a run of the recipe runs/proofread.yaml',
    )
    .example('$0 run --list', 'List the recipes')
    .example('$0 run --headless --max-iterations 10 --json', 'Run ten iterations in a script')
    .epilogue(
      'Prints one line at the end: the run, its state and the number of iterations. --json: {run_id, created, end, state, reason, iterations, error, snapshot}. Exit code 1 when the last iteration failed. --list --json: {recipes, broken}, as in the API.',
    );
}

function loopOptions(options: ReturnType<typeof runOptions>): Argv<RunArguments> {
  return options
    .option('interval', {
      type: 'string',
      requiresArg: true,
      coerce: durationOption('interval'),
      describe: 'Delay between iterations [default: 1s]',
    })
    .option('retry-backoff', {
      type: 'string',
      requiresArg: true,
      coerce: durationOption('retry-backoff'),
      describe: 'Delay after a failed iteration [default: 250ms]',
    })
    .option('max-consecutive-errors', {
      type: 'number',
      requiresArg: true,
      coerce: lastValue<number>,
      describe: 'Consecutive errors after which the run fails [default: 5]',
    })
    .option('max-iterations', {
      type: 'number',
      default: 0,
      requiresArg: true,
      coerce: lastValue<number>,
      describe: 'Maximum number of iterations; 0: no limit, or one if headless; negative: no limit',
    })
    .check((given) => {
      for (const name of ['max-iterations', 'max-consecutive-errors'] as const)
        if (given[name] !== undefined && !Number.isInteger(given[name]))
          throw new Error(`--${name} takes a whole number`);
      return true;
    });
}

function printReport(found: RunReport, given: RunArguments): void {
  print(given, asJson(found), sentenceOf(found));
  if (found.lastError !== undefined) process.exitCode = 1;
}

function terminal() {
  const { stdin, stdout, env } = process;
  return { stdin, stdout, colour: stdout.hasColors(), token: env['GALLEY_TOKEN'] };
}

function asJson({ runId, isNew, lastError, snapshot, ...rest }: RunReport) {
  return {
    run_id: runId,
    created: isNew,
    ...rest,
    error: lastError ?? null,
    snapshot: snapshot ?? null,
  };
}

function sentenceOf({ runId, end, state, reason, ...report }: RunReport): string {
  const { iterations, lastError, snapshot } = report;
  const why = reason === null ? '' : ` (${reason})`;
  const count = iterations === 1 ? '1 iteration' : `${iterations} iterations`;
  const how = end === 'cancelled' ? `. The command ended after ${count}.` : ` after ${count}.`;
  return [
    `The run ${runId} is ${state}${why}${how}`,
    ...(lastError === undefined ? [] : [`The last iteration failed: ${lastError}`]),
    ...(snapshot === undefined ? [] : [`Snapshot: ${snapshot}`]),
  ].join('\n');
}

import { hideBin } from 'yargs/helpers';
import yargs from 'yargs';
import { AgentFailure, exitCodes } from './agent-failure.ts';
import type { AgentEnvironment } from './config.ts';
import { dryRun } from './dry-run.ts';
import type { Advisor } from './mending/mending.ts';
import { ModelAdvisor } from './model/model-advisor.ts';
import { ModelClient } from './model/model-client.ts';
import manifest from './package.json' with { type: 'json' };
import { runTurn } from './run-turn.ts';
import { modelSettings, turnSettings, type AgentOptions } from './settings.ts';

export interface CommandParts {
  /** Like `process.argv`: starts with the program and its script. */
  readonly argv: readonly string[];
  readonly environment: AgentEnvironment;
  readonly print: (text: string) => void;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

type Arguments = AgentOptions & { readonly json: boolean; readonly dryRun: boolean };

export async function runCommand(parts: CommandParts): Promise<number> {
  try {
    const given = await readArguments(parts);
    if (given === undefined) return exitCodes.done;
    const advisor = advisorOf(given, parts);
    await (given.dryRun ? showPatches : takeTurn)({ ...parts, given, advisor });
    return exitCodes.done;
  } catch (error) {
    if (parts.signal.aborted && !(error instanceof AgentFailure)) return exitCodes.stopped;
    if (!(error instanceof AgentFailure)) throw error;
    parts.log(error.message);
    return exitCodes[error.ending];
  }
}

interface Work extends CommandParts {
  readonly given: Arguments;
  readonly advisor: Advisor | undefined;
}

async function takeTurn({ given, environment, advisor, print, log, signal }: Work): Promise<void> {
  const settings = await turnSettings(given, environment);
  const report = await runTurn({ settings, advisor, log, signal });
  print(given.json ? JSON.stringify(report) : report.summary);
}

async function showPatches({ given, environment, advisor, print, signal }: Work): Promise<void> {
  const repository = given.repository ?? environment.repository ?? '.';
  const parts = { repository, contentFolder: given.content, advisor, signal };
  for await (const finding of dryRun(parts)) {
    if (given.json) print(JSON.stringify(finding));
    else print(`${finding.body}\n${finding.patch === '' ? '' : `\n${finding.patch}`}`);
  }
}

function advisorOf(given: Arguments, { environment, signal, log }: CommandParts) {
  const settings = modelSettings(given, environment);
  if (settings) return new ModelAdvisor(new ModelClient(settings), signal);
  if ((given.model ?? environment.model ?? '') !== '')
    log('GALLEY_AGENT_BASE_URL is not set: running without a model.');
  return undefined;
}

/** Undefined if only help or the version was requested. */
async function readArguments({ argv, print }: CommandParts): Promise<Arguments | undefined> {
  let shown: string | undefined;
  const text = (describe: string) => ({ type: 'string', requiresArg: true, describe }) as const;
  const parsed = await yargs(hideBin([...argv]))
    .scriptName('galley-agent')
    .usage(
      '$0 [options]\n\nRuns one turn as a Galley agent: fixes broken links, adds missing alt texts in Markdown documents, and submits the changes as proposals. A supervisor starts it with all settings in the environment.',
    )
    .options({
      url: text('URL of the MCP endpoint (GALLEY_MCP_URL)'),
      'token-file': text('File with the worker token [default: the value of GALLEY_WORKER_TOKEN]'),
      agent: text('Agent ID (GALLEY_AGENT_ID)'),
      role: text('Role of the agent (GALLEY_AGENT_ROLE)'),
      turn: text('request_event_id of the turn (GALLEY_TURN)'),
      reason: text(
        'Work of the turn: plan, "task ID", "review ID" or "revise ID" (GALLEY_TURN_REASON)',
      ),
      repository: text('Folder with the files of the repository (GALLEY_REPOSITORY)'),
      revision: text('Commit of these files (GALLEY_REVISION)'),
      content: text('Content folder in the repository [default: content, if it exists]'),
      model: text('Model to ask when the rules find no answer (GALLEY_MODEL)'),
      'base-url': text(
        'OpenAI-compatible endpoint of the model (GALLEY_AGENT_BASE_URL; API key: GALLEY_AGENT_API_KEY)',
      ),
      'dry-run': {
        type: 'boolean',
        default: false,
        describe: 'Print the patches for a repository without submitting them',
      },
      json: { type: 'boolean', default: false, describe: 'Print the result as JSON' },
    })
    .example('$0 --dry-run --repository my-site', 'Show the fixes for a repository')
    .example(
      '$0 --token-file token --url http://127.0.0.1:7117/mcp --agent implementer-1 --turn 42 --reason "task 0198" --repository my-site --revision $(git -C my-site rev-parse HEAD)',
      'Run a turn manually',
    )
    .epilogue(
      'Exit codes: 0 done; 1 failed; 2 wrong options or environment; 3 turn or run ended, or token invalid; 75 coordinator unreachable; 143 stopped by a signal.',
    )
    .strict()
    .version(manifest.version)
    .help()
    .exitProcess(false)
    .parse([...argv].slice(2), {}, (error: Error | undefined, _given: unknown, output: string) => {
      if (error) throw new AgentFailure('misused', `${error.message} See galley-agent --help.`);
      shown = output;
    });
  if (shown) {
    print(shown);
    return undefined;
  }
  return parsed;
}

import { hideBin } from 'yargs/helpers';
import yargs from 'yargs';
import { AgentFailure, exitCodes } from './agent-failure.ts';
import type { AgentEnvironment } from './config.ts';
import manifest from './package.json' with { type: 'json' };
import { runTurn, type PrintedEvent } from './run-turn.ts';
import { modelSettings, turnSettings, type AgentOptions } from './settings.ts';

export interface CommandParts {
  /** Like `process.argv`: starts with the program and its script. */
  readonly argv: readonly string[];
  readonly environment: AgentEnvironment;
  readonly print: (text: string) => void;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Prints the events of the turn as lines of JSON. */
export async function runCommand(parts: CommandParts): Promise<number> {
  const { environment, print, log, signal } = parts;
  const emit = (event: PrintedEvent) => print(JSON.stringify(event));
  try {
    const given = await readArguments(parts);
    if (given === undefined) return exitCodes.done;
    const settings = await turnSettings(given, environment);
    await runTurn({ settings, model: modelSettings(given, environment), emit, log, signal });
    return exitCodes.done;
  } catch (error) {
    if (signal.aborted && !(error instanceof AgentFailure)) return exitCodes.stopped;
    if (!(error instanceof AgentFailure)) throw error;
    emit({ kind: 'error', code: error.code, text: error.message });
    return exitCodes[error.ending];
  }
}

/** `undefined` if only help or the version was requested. */
async function readArguments({ argv, print }: CommandParts): Promise<AgentOptions | undefined> {
  let shown: string | undefined;
  const text = (describe: string) => ({ type: 'string', requiresArg: true, describe }) as const;
  const number = (describe: string) => ({ type: 'number', requiresArg: true, describe }) as const;
  const parsed = await yargs(hideBin([...argv]))
    .scriptName('galley-agent')
    .usage(
      '$0 [options]\n\nRuns one turn as a Galley agent: gives the goal and the coordinator’s tools to a model at an OpenAI-compatible endpoint, until the model has finished. A supervisor starts it with all settings in the environment. Prints the events of the turn as lines of JSON.',
    )
    .options({
      model: text('Name of the model (GALLEY_MODEL)'),
      'base-url': text(
        'OpenAI-compatible endpoint (GALLEY_AGENT_BASE_URL; API key: GALLEY_AGENT_API_KEY)',
      ),
      'context-tokens': {
        ...number('Context of the model; older tool results are removed to stay within it'),
        default: 32_000,
      },
      'output-tokens': { ...number('Maximum length of one answer in tokens'), default: 8_000 },
      steps: { ...number('Maximum number of answers in the turn'), default: 60 },
      minutes: { ...number('Maximum duration of the turn'), default: 25 },
      'idle-seconds': {
        ...number('Maximum pause of the model within an answer'),
        default: 120,
      },
      'input-price': number('US dollars per million input tokens, for the cost of the turn'),
      'output-price': number('US dollars per million output tokens'),
      url: text('URL of the MCP endpoint (GALLEY_MCP_URL)'),
      'token-file': text('File with the worker token [default: the value of GALLEY_WORKER_TOKEN]'),
      agent: text('Agent ID (GALLEY_AGENT_ID)'),
      role: text('Role of the agent (GALLEY_AGENT_ROLE)'),
      turn: text('request_event_id of the turn (GALLEY_TURN)'),
      reason: text(
        'Purpose of the turn: plan, "task ID", "review ID" or "revise ID" (GALLEY_TURN_REASON)',
      ),
    })
    .example(
      '$0 --model qwen3:8b --base-url http://127.0.0.1:11434/v1 --token-file token --url http://127.0.0.1:7117/mcp --agent implementer-1 --turn 42 --reason "task 0198"',
      'Run a turn manually, with a model of Ollama',
    )
    .epilogue(
      'Exit codes: 0 done; 1 failed; 2 wrong options or environment; 3 turn or run ended, or token invalid; 4 model not usable; 75 coordinator unreachable; 143 stopped by a signal.',
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

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import { CommandFailed } from '../command-failed.ts';
import { levelNames, type LogLevel } from '../logs/log-level.ts';
import { LogView } from '../logs/log-view.ts';
import { tailFile } from '../logs/tail-file.ts';
import { logFile } from '../service/service-definition.ts';
import { stopSignal } from '../stop-signal.ts';

interface LogsArguments {
  readonly project: string;
  readonly follow: boolean;
  readonly lines: number;
  readonly level: LogLevel;
  readonly json: boolean;
}

export const logsCommand: CommandModule<{ project: string }, LogsArguments> = {
  command: 'logs',
  describe: 'Show the log of the installed service',
  builder: (options: Argv<{ project: string }>): Argv<LogsArguments> =>
    options
      .option('follow', {
        alias: 'f',
        type: 'boolean',
        default: false,
        describe: 'Print new entries as they arrive, until Ctrl-C',
      })
      .option('lines', {
        alias: 'n',
        type: 'number',
        default: 100,
        requiresArg: true,
        describe: 'Number of lines to show from the end',
      })
      .option('level', {
        choices: levelNames,
        default: 'debug' as const,
        describe: 'Minimum level to show',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print each entry as JSON' })
      .check(({ lines }) => {
        if (Number.isSafeInteger(lines) && lines >= 0) return true;
        throw new Error('--lines takes a whole number of 0 or more');
      })
      .example('$0 logs -f', 'Follow the log')
      .example('$0 logs -n 1000 --level warn', 'Show recent warnings and errors')
      .epilogue(
        'Prints a line per entry: time, level, message, attributes; --json: one object per line. Only the installed service writes this log; other servers log to standard error.',
      ),
  handler: async ({ project, follow, lines, level, json }) => {
    const file = logFile(resolve(project));
    if (!existsSync(file))
      throw new CommandFailed(
        `No log found at ${file}. Only an installed service writes it (galley service install); other servers log to standard error.`,
      );
    const stop = stopSignal();
    const view = new LogView({ level, json, paint: (colour, text) => styleText(colour, text) });
    // The reader of the output may close it early, as `head` does.
    process.stdout.on('error', stop.stop);
    try {
      const tail = { lines, ...(follow && { follow: stop.signal }) };
      for await (const line of tailFile(file, tail)) {
        const shown = view.show(line);
        if (shown !== undefined) console.log(shown);
        if (stop.signal.aborted) break;
      }
    } finally {
      stop.release();
    }
  },
};

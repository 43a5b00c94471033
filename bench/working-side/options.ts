import { parseArgs } from 'node:util';

export const help = `npm run bench

Measures the signed-in side of the content server beside two minimal servers that
do the same I/O (the floors), on a project made for the run. Takes about three
minutes. Needs Linux.

Options:
  --documents    Documents of the project                         [default: 1000]
  --bytes        Bytes of a document                              [default: 5000]
  --concurrency  Requests at a time; several levels with commas   [default: 1,4,8]
  --seconds      Length of a slice                                [default: 1.5]
  --rounds       Slices of each act at each level                 [default: 2]
  --changed      Files that are rewritten on disk                 [default: 2000]
  --builds       Build the static output after publishing, as in production
  --json         Print the results as JSON
  --help         Print this text

Examples:
  npm run bench
  npm run bench -- --concurrency 8 --seconds 4 --rounds 3
  npm run bench -- --documents 10000 --json > results.json

The exit code is 0 whether or not targets are met, 1 when the measurement fails,
and 2 for wrong arguments.
`;

export interface Options {
  readonly documents: number;
  readonly bytes: number;
  readonly concurrency: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
  readonly changed: number;
  readonly builds: boolean;
  readonly json: boolean;
}

export class UsageError extends Error {}

/** `undefined` when help is asked for. @throws UsageError */
export function readOptions(args: readonly string[]): Options | undefined {
  const values = parse(args);
  if (values.help) return undefined;
  return {
    documents: readCount('documents', values.documents),
    bytes: readCount('bytes', values.bytes),
    concurrency: [
      ...new Set(values.concurrency.split(',').map((one) => readCount('concurrency', one))),
    ],
    seconds: readSeconds(values.seconds),
    rounds: readCount('rounds', values.rounds),
    changed: readCount('changed', values.changed),
    builds: values.builds,
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        documents: { type: 'string', default: '1000' },
        bytes: { type: 'string', default: '5000' },
        concurrency: { type: 'string', default: '1,4,8' },
        seconds: { type: 'string', default: '1.5' },
        rounds: { type: 'string', default: '2' },
        changed: { type: 'string', default: '2000' },
        builds: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readCount(option: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageError(`--${option} has "${text}", but takes whole numbers from 1 to 9999999.`);
}

/** Times in /proc have a resolution of 10 ms, too coarse for slices shorter than half a second. */
function readSeconds(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= 0.5 && seconds <= 600) return seconds;
  throw new UsageError(`--seconds is "${text}", but must be a number from 0.5 to 600.`);
}

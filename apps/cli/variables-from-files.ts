import { readFileSync } from 'node:fs';
import { CommandFailed } from './command-failed.ts';

type Variables = Record<string, string | undefined>;

/** Secrets are short; a larger file, such as a log named by mistake, is refused. */
const maxFileBytes = 64 * 1024;

const fileVariable = /^((?:GALLEY_[A-Z0-9_]+|DATABASE_URL|SERVICE_METRICS_TOKEN))_FILE$/;

/**
 * `DATABASE_URL_FILE=/run/secrets/database` sets `DATABASE_URL`, which keeps secrets out of process lists.
 * @throws {@link CommandFailed} for a variable that is set both ways and for an unreadable file
 */
export function readVariablesFromFiles(variables: Variables): void {
  for (const [fileName, file] of Object.entries(variables)) {
    const name = fileVariable.exec(fileName)?.[1];
    if (name === undefined || !file) continue;
    if (variables[name])
      throw new CommandFailed(`${name} and ${fileName} are both set. Set only one of them.`);
    variables[name] = readValue(fileName, file);
    delete variables[fileName];
  }
}

function readValue(variable: string, file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'unknown'})`;
    throw new CommandFailed(`The file ${file} (from ${variable}) ${reason}.`);
  }
  if (bytes.length > maxFileBytes)
    throw new CommandFailed(`The file ${file} (from ${variable}) is longer than 64 KiB.`);
  const value = bytes.toString('utf8').replace(/\r?\n$/, '');
  if (value === '') throw new CommandFailed(`The file ${file} (from ${variable}) is empty.`);
  return value;
}

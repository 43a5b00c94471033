import { readFileSync } from 'node:fs';
import { CommandFailed } from './command-failed.ts';

type Variables = Record<string, string | undefined>;

/** Secrets are short; whoever names a log by mistake is told so. */
const mostBytes = 64 * 1024;

/** What Galley reads of the environment, as the name of a file with it. */
const fileVariable = /^((?:GALLEY_[A-Z0-9_]+|DATABASE_URL|SERVICE_METRICS_TOKEN))_FILE$/;

/**
 * Puts variables in the place of those that name a file with their value: `DATABASE_URL_FILE=/run/secrets/database`
 * gives `DATABASE_URL` what the file says, without the newline at its end. So secrets are in no process list and no
 * description of a container. What is read here is for this process and those that it starts. Throws
 * {@link CommandFailed} for a variable that is given twice and for a file that cannot be read.
 */
export function readVariablesFromFiles(variables: Variables): void {
  for (const [fileName, file] of Object.entries(variables)) {
    const name = fileVariable.exec(fileName)?.[1];
    if (name === undefined || !file) continue;
    if (variables[name])
      throw new CommandFailed(`${name} and ${fileName} are both set. Leave one of them out.`);
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
    const reason = code === 'ENOENT' ? 'is not there' : `cannot be read (${code ?? 'unknown'})`;
    throw new CommandFailed(`The file that ${variable} names, ${file}, ${reason}.`);
  }
  if (bytes.length > mostBytes)
    throw new CommandFailed(`The file that ${variable} names, ${file}, is longer than 64 KiB.`);
  const value = bytes.toString('utf8').replace(/\r?\n$/, '');
  if (value === '') throw new CommandFailed(`The file that ${variable} names, ${file}, is empty.`);
  return value;
}

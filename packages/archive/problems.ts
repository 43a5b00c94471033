import { defineProblems, DomainError } from '@galley/kernel';

/** Problems of reading archives. */
export const archiveProblems = defineProblems({
  not_found: ['not_found', 'There is nothing here'],
  invalid_archive: ['unprocessable', 'The archive cannot be used'],
});

/** `invalid_archive`, with its parts for callers that say it in a sentence of their own. */
export class ArchiveFault extends DomainError {
  /** A sentence without its full stop; about the entry, if there is one, whose name comes before it. */
  readonly fault: string;
  readonly entry: string | undefined;

  constructor(fault: string, entry?: string) {
    const message = entry === undefined ? fault : `${shown(entry)} ${fault}`;
    super(archiveProblems.invalid_archive.definition, `${message}.`);
    this.fault = fault;
    this.entry = entry;
  }
}

/** A path in a message: control characters are escaped, and long ones cut. */
export function shown(path: string): string {
  return JSON.stringify(path.length > 300 ? `${path.slice(0, 300)}…` : path);
}

/** An error of the file system as it is; any other one of a library as a fault of the archive. */
export function asArchiveFault(error: unknown, fault: string, entry?: string): Error {
  if (error instanceof DomainError || (error as NodeJS.ErrnoException).syscall !== undefined)
    return error as Error;
  const reason = error instanceof Error ? error.message.replace(/^ADM-ZIP: /, '') : String(error);
  return new ArchiveFault(`${fault} (${reason})`, entry);
}

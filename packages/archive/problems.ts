import { defineProblems, DomainError } from '@galley/kernel';

export const archiveProblems = defineProblems({
  not_found: ['not_found', 'Not found'],
  invalid_archive: ['unprocessable', 'The archive cannot be used'],
});

/** `invalid_archive`, with parts for callers that word their own message. */
export class ArchiveFault extends DomainError {
  /** Predicate that follows the entry's name, or a sentence about the archive; without full stop. */
  readonly fault: string;
  readonly entry: string | undefined;

  constructor(fault: string, entry?: string) {
    const message = entry === undefined ? fault : `${quotePath(entry)} ${fault}`;
    super(archiveProblems.invalid_archive.definition, `${message}.`);
    this.fault = fault;
    this.entry = entry;
  }
}

/** Escapes control characters; at most 300 characters. */
export function quotePath(path: string): string {
  return JSON.stringify(path.length > 300 ? `${path.slice(0, 300)}…` : path);
}

/** Returns file system errors unchanged, other errors as `ArchiveFault`. */
export function asArchiveFault(error: unknown, fault: string, entry?: string): Error {
  if (error instanceof DomainError || (error as NodeJS.ErrnoException).syscall !== undefined)
    return error as Error;
  const reason = error instanceof Error ? error.message.replace(/^ADM-ZIP: /, '') : String(error);
  return new ArchiveFault(`${fault} (${reason})`, entry);
}

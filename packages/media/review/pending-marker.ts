import { parse, stringify } from 'yaml';
import { externalUploader } from '../media-record.ts';

export interface RequestedChanges {
  readonly by: string;
  readonly at: string;
  readonly note: string;
}

export interface PendingMarker {
  /** Everyone since the public version; the last one last. */
  readonly contributors: readonly string[];
  /** ISO time of the first change. */
  readonly since: string;
  readonly changedAt: string;
  readonly requestedChanges: RequestedChanges | null;
}

const heading = `# A change of this file awaits approval. Galley serves the version in this folder until then.\n`;

export function formatMarker({ changedAt, requestedChanges, ...same }: PendingMarker): string {
  return (
    heading + stringify({ ...same, changed_at: changedAt, requested_changes: requestedChanges })
  );
}

/** A damaged marker still holds the change back, by `external`. */
export function parseMarker(text: string): PendingMarker {
  const found = record(parsed(text));
  const { contributors, since, changed_at: changedAt, requested_changes: requested } = found;
  const names = Array.isArray(contributors)
    ? contributors.filter((name) => typeof name === 'string')
    : [];
  const { by, at, note } = record(requested);
  return {
    contributors: names.length > 0 ? names : [externalUploader],
    since: timeOf(since),
    changedAt: timeOf(changedAt),
    requestedChanges:
      typeof by === 'string'
        ? { by, at: timeOf(at), note: typeof note === 'string' ? note : '' }
        : null,
  };
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function timeOf(value: unknown): string {
  const time = new Date(typeof value === 'string' ? value : 0);
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString();
}

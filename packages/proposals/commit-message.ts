import { redactSecrets } from '@galley/kernel';
import type { HunkSelection } from '@galley/runcoord';
import type { DecidedProposal } from './decided-proposal-repository.ts';

export function formatAcceptance(
  { id, runId, title, body }: DecidedProposal,
  {
    sha256,
    by,
    hunks,
  }: {
    readonly sha256: string;
    readonly by: string;
    readonly hunks: HunkSelection | null;
  },
): string {
  const trailers = {
    Proposal: id,
    ...(runId !== null && { Run: runId }),
    'Patch-SHA256': sha256,
    ...(hunks && {
      'Accepted-Hunks': `${hunks.accepted.length} of ${hunks.accepted.length + hunks.leftOut.length}`,
    }),
    'Accepted-By': by,
  };
  return joinParts([toSingleLine(title), body.trim(), formatTrailers(trailers)]);
}

export function formatRollback(
  { id, runId, title }: DecidedProposal,
  {
    commit,
    by,
    note,
  }: { readonly commit: string; readonly by: string; readonly note: string | null },
): string {
  const trailers = {
    Proposal: id,
    ...(runId !== null && { Run: runId }),
    Reverts: commit,
    'Rolled-Back-By': by,
  };
  return joinParts([`Roll back: ${toSingleLine(title)}`, note ?? '', formatTrailers(trailers)]);
}

export function createSignature(name: string, host: string): { name: string; email: string } {
  const local = name.replaceAll(/[^\w.+-]/g, '-');
  return { name: name.replaceAll(/[<>\p{Cc}]/gu, ' ').trim() || local, email: `${local}@${host}` };
}

function joinParts(parts: readonly string[]): string {
  return `${redactSecrets(parts.filter((part) => part !== '').join('\n\n'))}\n`;
}

function formatTrailers(trailers: Readonly<Record<string, string>>): string {
  return Object.entries(trailers)
    .map(([name, value]) => `${name}: ${toSingleLine(value)}`)
    .join('\n');
}

function toSingleLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim() || 'Untitled';
}

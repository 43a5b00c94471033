import { redactSecrets } from '@galley/kernel';
import type { DecidedProposal } from './decided-proposal-repository.ts';

/** What the commit of a proposal says: its words, and at the end what it comes from, as git reads trailers. */
export function acceptedMessage(
  { id, runId, title, body }: DecidedProposal,
  { sha256, by }: { readonly sha256: string; readonly by: string },
): string {
  const trailers = {
    Proposal: id,
    ...(runId !== null && { Run: runId }),
    'Patch-SHA256': sha256,
    'Accepted-By': by,
  };
  return joined([oneLine(title), body.trim(), trailerText(trailers)]);
}

export function rollbackMessage(
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
  return joined([`Take back: ${oneLine(title)}`, note ?? '', trailerText(trailers)]);
}

/** Of an agent or a person, as a commit takes it. */
export function signature(name: string, host: string): { name: string; email: string } {
  const local = name.replaceAll(/[^\w.+-]/g, '-');
  return { name: name.replaceAll(/[<>\p{Cc}]/gu, ' ').trim() || local, email: `${local}@${host}` };
}

function joined(parts: readonly string[]): string {
  return `${redactSecrets(parts.filter((part) => part !== '').join('\n\n'))}\n`;
}

function trailerText(trailers: Readonly<Record<string, string>>): string {
  return Object.entries(trailers)
    .map(([name, value]) => `${name}: ${oneLine(value)}`)
    .join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim() || 'Untitled';
}

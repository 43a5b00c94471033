import type { Tone } from './line.ts';

const good = new Set(['active', 'accepted', 'merged', 'approved', 'completed', 'done', 'running']);
const bad = new Set(['failed', 'blocked', 'rejected', 'degraded']);
const waiting = new Set([
  ...['requested', 'pending', 'in_review', 'revision_requested'],
  ...['paused-intake', 'draining', 'starting'],
]);

/** Unknown statuses are plain. */
export function toneOf(status: string): Tone {
  if (good.has(status)) return 'good';
  if (bad.has(status)) return 'bad';
  return waiting.has(status) ? 'warning' : 'plain';
}

export const idColumn = {
  heading: 'ID',
  text: ({ id }: { readonly id: string }) => id,
  maxWidth: [13, 40],
  keep: 'end',
} as const;

export const statusColumn = {
  heading: 'STATUS',
  text: ({ status }: { readonly status: string }) => status,
  tone: ({ status }: { readonly status: string }) => toneOf(status),
  maxWidth: [18, 24],
} as const;

const shortHash = (sha256: string | null) => sha256?.slice(0, 8) ?? 'none';

export const patchColumn = {
  heading: 'PATCH',
  text: ({ patchSha256 }: { readonly patchSha256: string | null }) => shortHash(patchSha256),
  maxWidth: [8, 8],
  dispensable: 1,
} as const;

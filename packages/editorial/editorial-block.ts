import type { EditorialEvent, EditorialFacts } from './editorial-facts.ts';

/** A file has the newest events, and leaves room below the limits of frontmatter for what people write. */
const largestEvents = 64 * 1024;

/** More than these are never told: each takes some 190 bytes at least. */
export const mostTold = 2_000;

/**
 * What the file's frontmatter says under `editorial`, for people and backups (CMS-EVT-2, GAP-ED-6); undefined when
 * there is nothing to say. `events` are in the order in which they happened, and so are those in the file.
 */
export function editorialBlock(
  { assignee, reviewer, approval }: EditorialFacts,
  events: readonly EditorialEvent[],
): Readonly<Record<string, unknown>> | undefined {
  const said = {
    assignee,
    reviewer,
    approved_by: approval?.by,
    approved_at: approval?.at.toISOString(),
    approved_revision: approval?.revision,
    events: events.length > 0 ? newestThatFit(events.map(eventEntry)) : undefined,
  };
  const entries = Object.entries(said).filter(([, value]) => value != null);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function newestThatFit(entries: readonly object[]): object[] {
  let size = 0;
  const first = entries.findLastIndex((entry) => {
    size += Buffer.byteLength(JSON.stringify(entry));
    return size > largestEvents;
  });
  return entries.slice(first + 1);
}

function eventEntry({ id, action, actor, at, revision, note, details }: EditorialEvent): object {
  return {
    id,
    action,
    actor,
    at: at.toISOString(),
    revision,
    ...(note !== null && { note }),
    ...(Object.keys(details).length > 0 && { details }),
  };
}

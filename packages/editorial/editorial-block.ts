import type { EditorialEvent, EditorialFacts } from './editorial-facts.ts';

/** Leaves room for people's own keys within the frontmatter limits. */
const maxEventsBytes = 64 * 1024;

/** An upper bound: each event takes at least some 190 bytes. */
export const maxEvents = 2_000;

/** For people and backups (CMS-EVT-2, GAP-ED-6); undefined when empty. All events are oldest first. */
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
    return size > maxEventsBytes;
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

/** Which part of a list is asked for. */
export interface PageRequest {
  /** How many at most. */
  readonly limit: number;
  /** Id of the item that the page begins behind. */
  readonly after?: string | undefined;
}

/** A part of a list of what a workspace has. */
export interface RecordQuery extends PageRequest {
  readonly workspaceId: string;
  readonly status?: string | undefined;
  readonly runId?: string | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Id of the last item, which the next page begins behind; null when there is none. */
  readonly next: string | null;
}

/** What was found when one more was asked for than the page takes. */
export function pageOf<Item extends { readonly id: string }>(
  found: readonly Item[],
  limit: number,
): Page<Item> {
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? items.at(-1)!.id : null };
}

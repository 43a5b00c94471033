export interface PageRequest {
  readonly limit: number;
  readonly after?: string | undefined;
}

export interface RecordQuery extends PageRequest {
  readonly workspaceId: string;
  readonly status?: string | undefined;
  readonly runId?: string | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Cursor: id of the last item; null on the last page. */
  readonly next: string | null;
}

export function pageOf<Item extends { readonly id: string }>(
  found: readonly Item[],
  limit: number,
): Page<Item> {
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? items.at(-1)!.id : null };
}

export interface Paging {
  readonly page: number;
  readonly pageSize: number;
}

/** Clamps a larger page size; the contract checks the lower limit (gaps page, Sessions … limits). */
export function paging(
  page: number | undefined,
  size: number | undefined,
  most: { default: number; max: number },
): Paging {
  return { page: page ?? 1, pageSize: Math.min(size ?? most.default, most.max) };
}

export function pageOf<Item>(items: Item[], { page, pageSize }: Paging, total: number) {
  return { items, page, page_size: pageSize, total, has_more: page * pageSize < total };
}

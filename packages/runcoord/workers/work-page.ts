import { pageOf, type Page, type PageRequest } from '../record-page.ts';
import { runProblems } from '../problems.ts';

/** @throws `invalid_request` if the cursor is not an item of the list. */
export async function workPage<Item extends { readonly id: string }>(
  { after, limit }: PageRequest,
  {
    list,
    has,
  }: {
    readonly list: (request: PageRequest) => Promise<Item[]>;
    readonly has: (id: string) => Promise<boolean>;
  },
): Promise<Page<Item>> {
  const found = await list({ after, limit: limit + 1 });
  if (found.length === 0 && after !== undefined && !(await has(after))) {
    throw runProblems.invalid_request(
      'cursor: must be the next_cursor of the previous page. Omit it to start again.',
    );
  }
  return pageOf(found, limit);
}

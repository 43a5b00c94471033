import type { Input } from './request.ts';
import type { Paging } from './route.ts';

/**
 * Yields the pages of a list, from the one that `input` requests. An empty page is yielded only as the first one.
 * @throws when a page repeats or omits its cursor, because the same pages would be fetched forever
 */
export async function* iteratePages(
  paging: Paging,
  input: Input,
  fetchPage: (input: Input) => Promise<unknown>,
): AsyncGenerator<unknown, void> {
  let asked = input;
  for (;;) {
    const page = await fetchPage(asked);
    const isEmpty = listItems(page).length === 0;
    if (!isEmpty || asked === input) yield page;
    const next = isEmpty ? undefined : nextPageInput(paging, asked, page);
    if (!next) return;
    asked = { ...asked, ...next };
  }
}

export function listItems(page: unknown): readonly unknown[] {
  return Array.isArray(page) ? page : (page as { items: unknown[] }).items;
}

/** Input changes for the next page; `undefined` after the last one. */
function nextPageInput(paging: Paging, asked: Input, page: unknown): Input | undefined {
  const { by } = paging;
  const values = page as Input;
  const items = listItems(page);
  switch (by) {
    case 'next': {
      const next = values[paging.field];
      if (next === null) return undefined;
      // A cursor replaces the page number if the operation has both.
      return { page: undefined, ...advance(asked, paging.param, next) };
    }
    case 'last':
      return advance(asked, paging.param, String((items.at(-1) as Input)[paging.field]));
    case 'number':
      return values['has_more'] ? advance(asked, 'page', Number(values['page']) + 1) : undefined;
    case 'offset':
      return { offset: Number(asked['offset'] ?? 0) + items.length };
  }
}

function advance(asked: Input, param: string, next: unknown): Input {
  if (next === undefined || next === asked[param])
    throw new Error(`The server sent a page of a list without a new ${param} for the next page.`);
  return { [param]: next };
}

import type { Input } from './request.ts';
import type { Paging } from './route.ts';

/** The pages of a list, from the one that `input` asks for; an empty one only when it is the first. */
export async function* pagesOf(
  paging: Paging,
  input: Input,
  fetchPage: (input: Input) => Promise<unknown>,
): AsyncGenerator<unknown, void> {
  let asked = input;
  for (;;) {
    const page = await fetchPage(asked);
    const isEmpty = itemsOf(page).length === 0;
    if (!isEmpty || asked === input) yield page;
    const next = isEmpty ? undefined : nextOf(paging, asked, page);
    if (!next) return;
    asked = { ...asked, ...next };
  }
}

export function itemsOf(page: unknown): readonly unknown[] {
  return Array.isArray(page) ? page : (page as { items: unknown[] }).items;
}

/** What to ask for otherwise; undefined at the end. */
function nextOf(paging: Paging, asked: Input, page: unknown): Input | undefined {
  const { by } = paging;
  const values = page as Input;
  const items = itemsOf(page);
  switch (by) {
    case 'next': {
      const next = values[paging.field];
      // Where both exist, a cursor stands in the place of the number of a page.
      return next === null ? undefined : { page: undefined, [paging.param]: next };
    }
    case 'last':
      return { [paging.param]: String((items.at(-1) as Input)[paging.field]) };
    case 'number':
      return values['has_more'] ? { page: Number(values['page']) + 1 } : undefined;
    case 'offset':
      return { offset: Number(asked['offset'] ?? 0) + items.length };
  }
}

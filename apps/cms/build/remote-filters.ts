import {
  pageFilterNames,
  type BlockCall,
  type FilterContext,
  type PageFilterName,
  type PageFilters,
} from '@galley/site';

/** Structured-cloneable. */
export interface FilterFacts {
  readonly key: string;
  readonly readsContent: boolean;
  readonly blocks: readonly string[];
  readonly filters: readonly PageFilterName[];
}

export type FilterRequest =
  | {
      readonly id: number;
      readonly filter: PageFilterName;
      readonly html: string;
      readonly about: FilterContext;
    }
  | { readonly id: number; readonly block: BlockCall };

export interface FilterResponse {
  readonly id: number;
  readonly html: string | undefined;
  readonly failures: number;
}

export function factsOf(filters: PageFilters): FilterFacts {
  const { key, readsContent, blocks } = filters;
  const names = pageFilterNames.filter((name) => filters.has(name));
  return { key, readsContent, blocks: [...blocks], filters: names };
}

export async function answerFilterRequest(
  filters: PageFilters,
  ask: FilterRequest,
): Promise<FilterResponse> {
  const html =
    'block' in ask
      ? await filters.block(ask.block)
      : await filters.filter(ask.filter, ask.html, ask.about);
  return { id: ask.id, html, failures: filters.failures };
}

/** Each plugin runs once per process, however many threads make pages. */
export class RemoteFilters implements PageFilters {
  readonly key: string;
  readonly readsContent: boolean;
  readonly blocks: ReadonlySet<string>;
  failures = 0;
  readonly #filters: ReadonlySet<PageFilterName>;
  readonly #send: (ask: FilterRequest) => void;
  readonly #waiting = new Map<number, (html: string | undefined) => void>();
  #lastId = 0;

  constructor(
    { key, readsContent, blocks, filters }: FilterFacts,
    send: (ask: FilterRequest) => void,
  ) {
    this.key = key;
    this.readsContent = readsContent;
    this.blocks = new Set(blocks);
    this.#filters = new Set(filters);
    this.#send = send;
  }

  has(filter: PageFilterName): boolean {
    return this.#filters.has(filter);
  }

  async filter(filter: PageFilterName, html: string, about: FilterContext): Promise<string> {
    return (await this.#ask((id) => ({ id, filter, html, about }))) ?? html;
  }

  block(block: BlockCall): Promise<string | undefined> {
    return this.#ask((id) => ({ id, block }));
  }

  receive({ id, html, failures }: FilterResponse): void {
    this.failures = failures;
    this.#waiting.get(id)?.(html);
    this.#waiting.delete(id);
  }

  #ask(askOf: (id: number) => FilterRequest): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const id = ++this.#lastId;
    this.#waiting.set(id, resolve);
    this.#send(askOf(id));
    return promise;
  }
}

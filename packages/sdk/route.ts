export type Paging =
  /** `field` of the page becomes `param` of the next request; null at the end. */
  | { readonly by: 'next'; readonly param: string; readonly field: string }
  /** `field` of the last item becomes `param` of the next request. */
  | { readonly by: 'last'; readonly param: string; readonly field: string }
  /** Numbered pages; `has_more` announces the next one. */
  | { readonly by: 'number' }
  | { readonly by: 'offset' };

/** HTTP mapping of an operation. Input fields outside `path` go into the query of a GET, else into the body. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly base: 'admin' | 'platform' | 'plugins' | 'runs' | 'root';
  /** Path below the base address; `{name}` is a field of the input. */
  readonly path: string;
  readonly body?: 'json' | 'multipart';
  /** Public: needs neither a session nor a CSRF token. */
  readonly open?: true;
  /** Accepts an `Idempotency-Key`, so it can be retried. */
  readonly idempotent?: true;
  readonly download?: true;
  readonly events?: true;
  readonly paging?: Paging;
}

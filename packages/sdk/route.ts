/** How the pages of a list go on: by what is taken from one page, and asked for with the next. */
export type Paging =
  /** `field` of a page is `param` of the next; null at the end. */
  | { readonly by: 'next'; readonly param: string; readonly field: string }
  /** `field` of the last item of a page is `param` of the next. */
  | { readonly by: 'last'; readonly param: string; readonly field: string }
  /** Pages are counted; `has_more` says whether there is another. */
  | { readonly by: 'number' }
  /** Items are counted, and passed over. */
  | { readonly by: 'offset' };

/** How an operation is called. Fields of its input that are not in `path` go into the query of a GET, else the body. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly base: 'admin' | 'platform' | 'plugins' | 'runs' | 'root';
  /** Below the base address; `{name}` is a field of the input. */
  readonly path: string;
  readonly body?: 'json' | 'multipart';
  /** Anybody may call it: no session, and no CSRF token. */
  readonly open?: true;
  /** Takes an `Idempotency-Key`, and so may be sent again. */
  readonly idempotent?: true;
  /** The answer is a file. */
  readonly download?: true;
  /** Answers with server-sent events, too. */
  readonly events?: true;
  readonly paging?: Paging;
}

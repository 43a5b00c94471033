/** Where text is that has not been saved. */
export type Kept =
  /** There is none: all is saved. */
  | { readonly state: 'clean' }
  | { readonly state: 'typing' }
  | { readonly state: 'keeping' }
  /** On the server, as a working copy. */
  | { readonly state: 'kept'; readonly at: string }
  /** In this browser alone. */
  | {
      readonly state: 'browser';
      readonly reason: 'unreachable' | 'signed_out' | 'refused';
      readonly error: unknown;
    }
  /** On this page alone. */
  | { readonly state: 'nowhere' };

/** Text on its way into a save or a working copy: a body, with or without frontmatter, or a whole file. */
export interface SentText {
  readonly content: string;
  readonly frontmatter?: Record<string, unknown>;
}

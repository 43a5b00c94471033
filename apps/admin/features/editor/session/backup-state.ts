export type BackupState =
  | { readonly state: 'clean' }
  | { readonly state: 'typing' }
  | { readonly state: 'keeping' }
  /** On the server, as a working copy. */
  | { readonly state: 'kept'; readonly at: string }
  | {
      readonly state: 'browser';
      readonly reason: 'unreachable' | 'signed_out' | 'refused';
      readonly error: unknown;
    }
  /** Only on this page. */
  | { readonly state: 'nowhere' };

/** Text of a save or a working copy: a body, with or without frontmatter, or a whole file. */
export interface DocumentText {
  readonly content: string;
  readonly frontmatter?: Record<string, unknown>;
}

import type { Status } from './documents.ts';
import type { Forged } from './requests.ts';

/** Which revision a request says it has seen. */
export type Seen = 'current' | 'stale' | 'unsaid';
/** Which token of a lock it shows. */
export type Shown = 'right' | 'wrong' | 'unsaid';
/** When something is to be published. */
export type Planned = 'never soon' | 'in a second' | 'long ago';

/** What brings a document on: begun, handed in, approved, published, and edited again. */
export interface NextAct {
  readonly act: 'next';
  readonly text: number;
}

/** An act, as data that does not know yet what there will be: texts and people are numbers. */
export type Act =
  | {
      readonly act: 'create';
      readonly text: number;
      readonly workflow: Status | null;
      readonly forged: Forged | null;
    }
  | {
      readonly act: 'save';
      readonly form: 'body' | 'frontmatter' | 'raw';
      /** Null saves the text that there is. */
      readonly text: number | null;
      readonly workflow: Status | null;
      readonly forged: Forged | null;
      readonly seen: Seen;
      readonly shown: Shown;
    }
  | {
      readonly act: 'status';
      readonly to: Status;
      readonly at: Planned | null;
      readonly seen: Seen;
    }
  | {
      readonly act: 'assign';
      /** Null leaves the part out; a number beyond the names empties it. */
      readonly owner: number | null;
      readonly assignee: number | null;
      readonly reviewer: number | null;
      readonly seen: Seen;
    }
  | { readonly act: 'approve' | 'request_changes'; readonly seen: Seen }
  | { readonly act: 'jot' }
  | { readonly act: 'lock'; readonly shown: Shown }
  | { readonly act: 'unlock'; readonly shown: Shown; readonly force: boolean }
  | { readonly act: 'delete'; readonly seen: Seen; readonly shown: Shown }
  | { readonly act: 'recover'; readonly byName: boolean }
  | { readonly act: 'rewind'; readonly entry: number; readonly shown: Shown };

/** Somebody's request. With `fits`, whoever comes next of those whom the model would not refuse. */
export interface Asking {
  readonly who: number;
  readonly fits: boolean;
  readonly server: number;
  readonly act: Act | NextAct;
}

/** What somebody does to a file on disk. */
export type DiskAct =
  | { readonly to: 'body'; readonly text: number }
  | { readonly to: 'workflow'; readonly value: Status }
  | { readonly to: 'author' | 'last_editor'; readonly name: number }
  | { readonly to: 'approval' | 'comment' | 'break' | 'mend' }
  | { readonly to: 'remove' }
  | { readonly to: 'put back' }
  | {
      readonly to: 'new';
      readonly text: number;
      readonly author: number | null;
      readonly said: Status;
    };

/** One step of a story. `slot` is the path that it is about, `watcher` who looks at it afterwards. */
export type Step = { readonly slot: number; readonly watcher: number } & (
  | ({ readonly step: 'ask' } & Asking)
  | { readonly step: 'disk'; readonly edits: readonly DiskAct[] }
  | { readonly step: 'both'; readonly asks: readonly [Asking, Asking] }
  /** The server that is asked is killed after so many milliseconds. */
  | ({ readonly step: 'kill'; readonly after: number } & Asking)
  | { readonly step: 'restart'; readonly server: number }
  | { readonly step: 'switch' }
);

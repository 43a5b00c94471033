import type { Status } from './documents.ts';
import type { Forged } from './requests.ts';

export type Seen = 'current' | 'stale' | 'unsaid';
export type ExpectedRevision = 'right' | 'wrong' | 'unsaid';
export type Planned = 'never soon' | 'in a second' | 'long ago';

/** The next step of a document's life cycle: create, submit, approve, publish, edit again. */
export interface NextAct {
  readonly act: 'next';
  readonly text: number;
}

/** Act as data that is independent of the later state: texts and people are numbers. */
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
      /** Null saves the current text. */
      readonly text: number | null;
      readonly workflow: Status | null;
      readonly forged: Forged | null;
      readonly seen: Seen;
      readonly shown: ExpectedRevision;
    }
  | {
      readonly act: 'status';
      readonly to: Status;
      readonly at: Planned | null;
      readonly seen: Seen;
    }
  | {
      readonly act: 'assign';
      /** Null omits the field; a number beyond the names clears it. */
      readonly owner: number | null;
      readonly assignee: number | null;
      readonly reviewer: number | null;
      readonly seen: Seen;
    }
  | { readonly act: 'approve' | 'request_changes'; readonly seen: Seen }
  | { readonly act: 'jot' }
  | { readonly act: 'lock'; readonly shown: ExpectedRevision }
  | { readonly act: 'unlock'; readonly shown: ExpectedRevision; readonly force: boolean }
  | { readonly act: 'delete'; readonly seen: Seen; readonly shown: ExpectedRevision }
  | { readonly act: 'recover'; readonly byName: boolean }
  | { readonly act: 'rewind'; readonly entry: number; readonly shown: ExpectedRevision };

/** Request of a person. With `fits`, the sender is the next person whom the model would not refuse. */
export interface Asking {
  readonly who: number;
  readonly fits: boolean;
  readonly server: number;
  readonly act: Act | NextAct;
}

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

/** Step of a story. `slot` is the index of its path, `watcher` the person who looks at it afterwards. */
export type Step = { readonly slot: number; readonly watcher: number } & (
  | ({ readonly step: 'ask' } & Asking)
  | { readonly step: 'disk'; readonly edits: readonly DiskAct[] }
  /** Renames the file, at once or after its removal was noticed. */
  | { readonly step: 'rename'; readonly isRemovedFirst: boolean }
  | { readonly step: 'both'; readonly asks: readonly [Asking, Asking] }
  /** Kills the requested server after this many milliseconds. */
  | ({ readonly step: 'kill'; readonly after: number } & Asking)
  | { readonly step: 'restart'; readonly server: number }
  | { readonly step: 'switch' }
);

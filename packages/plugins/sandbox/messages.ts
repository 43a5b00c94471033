import type { SandboxLimits } from './limits.ts';

/** What of a plugin is called: the objects that its module exports. */
export const exportGroups = ['hooks', 'filters', 'blocks', 'jobs', 'routes'] as const;
export type ExportGroup = (typeof exportGroups)[number];

/** What each object that the module exports has: names, and of what type each value is, which is to be `function`. */
export type PluginExports = Readonly<
  Partial<Record<ExportGroup, Readonly<Record<string, string>>>>
>;

/** Where in the plugin's own files; `line` from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

export type FailureKind =
  /** The plugin threw, or gave back what it must not. */
  | 'error'
  /** It did not answer in time. */
  | 'timeout'
  /** It ran on without a pause, used up its memory, or its thread died: it has to be started anew. */
  | 'broken';

/** What went wrong with a plugin, in words for whoever wrote or runs it. */
export interface FailureFacts {
  readonly kind: FailureKind;
  readonly message: string;
  readonly place?: SourcePlace;
}

/** A plugin's code, read from its folder. */
export interface PluginCode {
  readonly name: string;
  readonly version: string;
  /** The module that is loaded first. */
  readonly main: string;
  /** Text of every file that can be imported, by path in the folder. */
  readonly files: Readonly<Record<string, string>>;
}

/** What the thread of a plugin is started with. */
export interface SandboxStart {
  readonly code: PluginCode;
  /** JSON of what the plugin is set to. */
  readonly settings: string;
  /** Names of the functions that it can import: `documents.get`, `fetch`. */
  readonly grants: readonly string[];
  /** What it could import with another permission, and with which. */
  readonly withheld: Readonly<Record<string, string>>;
  readonly limits: SandboxLimits;
}

export type ToSandbox =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly group: ExportGroup;
      readonly name: string;
      /** JSON of the list of arguments. */
      readonly text: string;
    }
  | {
      readonly kind: 'granted';
      readonly id: number;
      readonly isGranted: boolean;
      /** JSON: the answer, or `{message, code}` of what went wrong. */
      readonly text: string;
    }
  | { readonly kind: 'ping' };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type FromSandbox =
  /** The thread is ready, and begins to load the plugin. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'started'; readonly exports: PluginExports }
  | { readonly kind: 'answered'; readonly id: number; readonly text: string }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: FailureFacts }
  | {
      readonly kind: 'asked';
      readonly id: number;
      readonly grant: string;
      readonly text: string;
    }
  | { readonly kind: 'said'; readonly level: LogLevel; readonly text: string }
  | { readonly kind: 'pong' }
  /** The plugin cannot go on. */
  | { readonly kind: 'broken'; readonly failure: FailureFacts };

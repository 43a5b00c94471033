import type { SandboxLimits } from './limits.ts';

/** Exported objects with callable functions. */
export const exportGroups = ['hooks', 'filters', 'blocks', 'jobs', 'routes'] as const;
export type ExportGroup = (typeof exportGroups)[number];

/** Names in each exported object, with the type of each value, which must be `function`. */
export type PluginExports = Readonly<
  Partial<Record<ExportGroup, Readonly<Record<string, string>>>>
>;

/** Position in the plugin's files; `line` starts at 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

export type FailureKind =
  /** The plugin threw or returned an invalid value. */
  | 'error'
  | 'timeout'
  /** The plugin ran too long, exhausted memory, or its thread died; it requires a restart. */
  | 'broken';

/** Description of a failure, for plugin authors and operators. */
export interface FailureFacts {
  readonly kind: FailureKind;
  readonly message: string;
  readonly place?: SourcePlace;
}

export interface PluginCode {
  readonly name: string;
  readonly version: string;
  /** Module loaded first. */
  readonly main: string;
  /** Source of all importable files, by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Start parameters of a plugin thread. */
export interface SandboxStart {
  readonly code: PluginCode;
  /** Settings as JSON. */
  readonly settings: string;
  /** Importable functions: `documents.get`, `fetch`. */
  readonly grants: readonly string[];
  /** Imports that require a missing permission, with the permission. */
  readonly withheld: Readonly<Record<string, string>>;
  readonly limits: SandboxLimits;
}

export type ToSandbox =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly group: ExportGroup;
      readonly name: string;
      /** Arguments as a JSON list. */
      readonly text: string;
    }
  | {
      readonly kind: 'granted';
      readonly id: number;
      readonly isGranted: boolean;
      /** JSON of the answer, or `{message, code}` of the error. */
      readonly text: string;
    }
  | { readonly kind: 'ping' };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type FromSandbox =
  /** The thread is ready to load the plugin. */
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
  | { readonly kind: 'broken'; readonly failure: FailureFacts };

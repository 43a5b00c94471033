import type { SandboxLimits } from './limits.ts';

export const exportGroups = [
  'hooks',
  'filters',
  'blocks',
  'jobs',
  'routes',
  'checks',
  'validators',
  'endpoints',
] as const;
export type ExportGroup = (typeof exportGroups)[number];

/** The type of each value must be `function`. */
export type PluginExports = Readonly<
  Partial<Record<ExportGroup, Readonly<Record<string, string>>>>
>;

/** `line` starts at 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

export type FailureKind =
  | 'error'
  | 'timeout'
  /** Too slow, out of memory, or its thread died; requires a restart. */
  | 'broken';

export interface FailureFacts {
  readonly kind: FailureKind;
  readonly message: string;
  readonly place?: SourcePlace;
}

export interface PluginCode {
  readonly name: string;
  readonly version: string;
  readonly main: string;
  /** All importable files, by path. */
  readonly files: Readonly<Record<string, string>>;
}

export interface SandboxStart {
  readonly code: PluginCode;
  /** JSON. */
  readonly settings: string;
  /** `documents.get`, `fetch` */
  readonly grants: readonly string[];
  /** Imports that lack a permission, with the permission. */
  readonly withheld: Readonly<Record<string, string>>;
  readonly limits: SandboxLimits;
}

export type ToSandbox =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly group: ExportGroup;
      readonly name: string;
      /** JSON list. */
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

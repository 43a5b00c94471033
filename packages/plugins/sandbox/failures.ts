import type { FailureFacts, FailureKind, PluginCode, SourcePlace } from './messages.ts';

/** `message` starts with the position, if known. */
export class PluginFailure extends Error {
  readonly kind: FailureKind;
  readonly place: SourcePlace | undefined;

  constructor({ kind, message, place }: FailureFacts) {
    const said = place ? `${place.file}:${place.line}: ${message}` : message;
    // The database rejects NUL and lone surrogates.
    super(said.toWellFormed().replaceAll('\0', ''));
    this.name = 'PluginFailure';
    this.kind = kind;
    this.place = place;
  }
}

export interface ThrownFacts {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

const maxCharacters = 1_000;

/** First stack line in the plugin's own files. */
export function locateInStack(stack: string, { files }: PluginCode): SourcePlace | undefined {
  for (const [, file = '', line] of stack.matchAll(/([\w./-]+\.js):(\d+)(?::\d+)?\)?$/gm)) {
    if (Object.hasOwn(files, file)) return { file, line: Number(line) };
  }
  return undefined;
}

export function locateText(file: string, wanted: string, code: PluginCode): SourcePlace {
  const before = code.files[file]?.split(wanted, 2) ?? [];
  return { file, line: before.length > 1 ? before[0]!.split('\n').length : 1 };
}

/** Engine errors for APIs that only other environments have. */
const absent =
  /^(process|require|module|exports|Buffer|global|__dirname|__filename|fetch|XMLHttpRequest|setTimeout|setInterval|setImmediate|clearTimeout|window|document|navigator|localStorage|URL|URLSearchParams|TextEncoder|TextDecoder|crypto|structuredClone|performance|Deno|Bun|WebAssembly) is not defined$/;

export function describeThrown({ name, message }: Pick<ThrownFacts, 'name' | 'message'>): string {
  const missing = absent.exec(message)?.[1];
  if (missing !== undefined) {
    return (
      `${missing} is not defined: a plugin has the JavaScript language and nothing else, no process, files or ` +
      `network. What it may use comes from import { … } from 'galley'`
    );
  }
  const said = message.length > maxCharacters ? `${message.slice(0, maxCharacters)}…` : message;
  return name === 'thrown' || name === 'Error' || name === '' ? said : `${name}: ${said}`;
}

export const isOutOfMemory = ({ name, message }: Pick<ThrownFacts, 'name' | 'message'>): boolean =>
  name === 'InternalError' && message === 'out of memory';

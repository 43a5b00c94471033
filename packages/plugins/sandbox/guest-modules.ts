import { posix } from 'node:path';
import { locateText } from './failures.ts';
import type { FailureFacts, SandboxStart, SourcePlace } from './messages.ts';

export const guestScriptName = 'galley:start';
export const galleyModuleName = 'galley';
const refusedPrefix = 'refused: ';

export class GuestModules {
  readonly #start: SandboxStart;
  readonly #places = new Map<string, SourcePlace>();

  constructor(start: SandboxStart) {
    this.#start = start;
  }

  /** `load` refuses unknown paths. */
  resolve(importer: string, requested: string): string {
    const { code } = this.#start;
    if (requested === galleyModuleName) return requested;
    if (importer === guestScriptName) return requested;
    if (!/^\.\.?\//.test(requested)) {
      return this.#refuse(
        importer,
        requested,
        `${JSON.stringify(requested)} cannot be imported: a plugin can import 'galley' and files of its own folder, such as './words.js', and nothing of Node or npm`,
      );
    }
    const path = posix.join(posix.dirname(importer), requested);
    if (Object.hasOwn(code.files, path)) return path;
    const why = path.startsWith('../')
      ? 'it is outside of the plugin’s folder'
      : `there is no file ${path} in the plugin’s folder`;
    return this.#refuse(
      importer,
      requested,
      `${JSON.stringify(requested)} cannot be imported: ${why}`,
    );
  }

  /** Throws here because the engine ignores errors of the resolver. */
  load(name: string, galley: string): string {
    if (name === galleyModuleName) return galley;
    if (name.startsWith(refusedPrefix)) throw new Error(name.slice(refusedPrefix.length));
    return this.#start.code.files[name]!;
  }

  explain({ message, ...failure }: FailureFacts): FailureFacts {
    const refused = [...this.#places].find(([words]) => message.includes(words));
    if (refused) return { ...failure, message: refused[0], place: refused[1] };
    const name = /Could not find export '(\w+)' in module 'galley'/.exec(message)?.[1];
    if (name === undefined) return { ...failure, message };
    return { ...failure, message: this.#missing(name), place: this.#placeOfImport(name) };
  }

  #missing(name: string): string {
    const { withheld, grants } = this.#start;
    const permission = withheld[name];
    if (permission !== undefined) {
      return `'galley' gives ${name} only to plugins with the permission ${permission}; add "${permission}" to permissions in plugin.yaml`;
    }
    const given = new Set(['plugin', 'settings', ...grants.map((grant) => grant.split('.')[0]!)]);
    return `'galley' has no ${name}; for this plugin it has ${[...given].join(', ')}`;
  }

  #placeOfImport(name: string): SourcePlace {
    const { code } = this.#start;
    const pattern = new RegExp(String.raw`import[^;]*\b${name}\b[^;]*from\s*['"]galley['"]`);
    for (const [file, text] of Object.entries(code.files)) {
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) {
        const { line } = locateText(file, found, code);
        const upToName = found.slice(0, found.search(new RegExp(String.raw`\b${name}\b`)));
        return { file, line: line + upToName.split('\n').length - 1 };
      }
    }
    return { file: code.main, line: 1 };
  }

  #refuse(importer: string, requested: string, message: string): string {
    const { code } = this.#start;
    const quoted = [`'${requested}'`, `"${requested}"`].find((text) =>
      code.files[importer]?.includes(text),
    );
    this.#places.set(message, locateText(importer, quoted ?? requested, code));
    return refusedPrefix + message;
  }
}

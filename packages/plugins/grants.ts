import { DomainError, type Logger } from '@galley/kernel';
import type { PluginManifest } from './manifest-schema.ts';
import type { Audience } from './plugin-target.ts';
import type { Permission } from './plugin-permissions.ts';
import type { GrantAnswer } from './sandbox/sandbox.ts';

/** All that crosses the border of a plugin. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Who calls a granted function. */
export interface CallingPlugin {
  readonly name: string;
  readonly manifest: PluginManifest;
  readonly audience: Audience;
  /** Aborts when the plugin stops. */
  readonly signal: AbortSignal;
}

/**
 * A function that plugins may call, when they were granted its permission. `documents.get` is `get` of
 * `import { documents } from 'galley'`, `fetch` is `import { fetch } from 'galley'`; each takes one JSON value and
 * returns a promise. A DomainError that it throws reaches the plugin as an Error with `message` and `code`; anything
 * else that it throws is logged here, and the plugin learns only that it failed.
 */
export interface Grant {
  readonly name: string;
  readonly permission: Permission;
  readonly run: (input: Json, plugin: CallingPlugin) => Promise<Json>;
}

const groupOf = (name: string): string => name.split('.', 1)[0]!;

/** What a plugin with these permissions finds in the module `galley`, and what it would find with others. */
export function importsFor(
  grants: readonly Grant[],
  permissions: readonly Permission[],
): { readonly grants: readonly string[]; readonly withheld: Readonly<Record<string, string>> } {
  const isGranted = ({ permission }: Grant): boolean => permissions.includes(permission);
  const groups = new Set(grants.filter(isGranted).map(({ name }) => groupOf(name)));
  const withheld = grants.filter(({ name }) => !groups.has(groupOf(name)));
  return {
    grants: grants.map(({ name }) => name).filter((name) => groups.has(groupOf(name))),
    withheld: Object.fromEntries(
      withheld.toReversed().map(({ name, permission }) => [groupOf(name), permission]),
    ),
  };
}

export interface GrantCall {
  readonly name: string;
  /** JSON of the input. */
  readonly text: string;
  readonly plugin: CallingPlugin;
}

export interface GrantedOptions {
  readonly grants: readonly Grant[];
  readonly logger: Logger;
  /** Characters that an answer may have. */
  readonly mostCharacters: number;
  /** Is told of each call that was refused for want of a permission. */
  readonly onRefused: (plugin: string, name: string) => void;
}

/** Answers what plugins call, and refuses what they may not: this, and not what they can import, is the gate. */
export async function answerGrant(
  { name, text, plugin }: GrantCall,
  { grants, logger, mostCharacters, onRefused }: GrantedOptions,
): Promise<GrantAnswer> {
  const grant = grants.find((candidate) => candidate.name === name);
  if (!grant) return refusal(`Galley has no ${name}`, 'not_found');
  if (!plugin.manifest.permissions.includes(grant.permission)) {
    onRefused(plugin.name, name);
    return refusal(
      `${name} needs the permission ${grant.permission}; add "${grant.permission}" to permissions in plugin.yaml`,
      'forbidden',
    );
  }
  try {
    const answer = JSON.stringify(await grant.run(JSON.parse(text) as Json, plugin)) ?? 'null';
    if (answer.length <= mostCharacters) return { isGranted: true, text: answer };
    return refusal(`the answer of ${name} is too large for a plugin`, 'too_large');
  } catch (error) {
    if (error instanceof DomainError) return refusal(error.message, error.code);
    if (plugin.signal.aborted) return refusal(`${name} was cancelled`, 'cancelled');
    logger.error('a function that a plugin called failed', {
      plugin: plugin.name,
      function: name,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    return refusal(`${name} failed; the log of the server says why`, 'internal');
  }
}

const refusal = (message: string, code: string): GrantAnswer => ({
  isGranted: false,
  text: JSON.stringify({ message, code }),
});

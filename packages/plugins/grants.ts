import { DomainError, type Logger } from '@galley/kernel';
import type { PluginManifest } from './manifest-schema.ts';
import type { Audience } from './plugin-target.ts';
import type { Permission } from './plugin-permissions.ts';
import type { GrantAnswer } from './sandbox/sandbox.ts';

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

export interface CallingPlugin {
  readonly name: string;
  readonly manifest: PluginManifest;
  readonly audience: Audience;
  readonly signal: AbortSignal;
}

/**
 * Function that plugins with its permission may call. `documents.get` is `get` of `import {
 * documents } from 'galley'`, `fetch` is `import { fetch } from 'galley'`; each takes one JSON
 * value and returns a promise. A DomainError reaches the plugin as an Error with `message` and
 * `code`; other errors are logged, and the plugin only learns that the call failed.
 */
export interface Grant {
  readonly name: string;
  readonly permission: Permission;
  readonly run: (input: Json, plugin: CallingPlugin) => Promise<Json>;
}

const importName = (name: string): string => name.split('.', 1)[0]!;

/** Functions for these permissions, and the permissions that others require. */
export function selectImports(
  grants: readonly Grant[],
  permissions: readonly Permission[],
): { readonly grants: readonly string[]; readonly withheld: Readonly<Record<string, string>> } {
  const isGranted = ({ permission }: Grant): boolean => permissions.includes(permission);
  const groups = new Set(grants.filter(isGranted).map(({ name }) => importName(name)));
  const withheld = grants.filter(({ name }) => !groups.has(importName(name)));
  return {
    grants: grants.map(({ name }) => name).filter((name) => groups.has(importName(name))),
    withheld: Object.fromEntries(
      withheld.toReversed().map(({ name, permission }) => [importName(name), permission]),
    ),
  };
}

export interface GrantCall {
  readonly name: string;
  readonly text: string;
  readonly plugin: CallingPlugin;
}

export interface GrantedOptions {
  readonly grants: readonly Grant[];
  readonly logger: Logger;
  readonly maxCharacters: number;
  readonly onRefused: (plugin: string, name: string) => void;
}

/** Permissions are enforced here, not by the imports. */
export async function executeGrant(
  { name, text, plugin }: GrantCall,
  { grants, logger, maxCharacters, onRefused }: GrantedOptions,
): Promise<GrantAnswer> {
  const grant = grants.find((candidate) => candidate.name === name);
  if (!grant) return refusal(`Galley has no ${name}`, 'not_found');
  // A check holds the lock and the connection of its document, which a function could wait for.
  if (plugin.audience === 'checks')
    return refusal(`checks and validators cannot call ${name}; they get the document`, 'forbidden');
  if (!plugin.manifest.permissions.includes(grant.permission)) {
    onRefused(plugin.name, name);
    return refusal(
      `${name} needs the permission ${grant.permission}; add "${grant.permission}" to permissions in plugin.yaml`,
      'forbidden',
    );
  }
  try {
    const answer = JSON.stringify(await grant.run(JSON.parse(text) as Json, plugin)) ?? 'null';
    if (answer.length <= maxCharacters) return { isGranted: true, text: answer };
    return refusal(`the answer of ${name} is too large for a plugin`, 'too_large');
  } catch (error) {
    if (error instanceof DomainError) return refusal(error.message, error.code);
    if (plugin.signal.aborted) return refusal(`${name} was cancelled`, 'cancelled');
    logger.error('plugin function failed', {
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

import type { Config } from '@galley/settings';
import type { Adapter } from './adapter.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { command } from './command.ts';
import { galleyAgent, runsGalleyAgent } from './galley-agent.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

export type AdapterSettings = Config['coordinator']['adapters'][string];

const adapters: Readonly<Record<NonNullable<AdapterSettings['program']>, Adapter>> = {
  claude,
  codex,
  gemini,
  opencode,
  'galley-agent': galleyAgent,
  command,
};

/** `name` as in `coordinator.adapters`. */
export function adapterFor(
  name: string,
  settings: Partial<Pick<AdapterSettings, 'program' | 'command'>>,
): Adapter {
  const isReferenceAgent = runsGalleyAgent(settings.command ?? '');
  const key = settings.program ?? (isReferenceAgent ? 'galley-agent' : name);
  return Object.hasOwn(adapters, key) ? adapters[key as keyof typeof adapters] : command;
}

export type {
  Adapter,
  CredentialFile,
  Environment,
  PreparedProgram,
  ResumedSession,
} from './adapter.ts';
export { ownFile } from './adapter.ts';

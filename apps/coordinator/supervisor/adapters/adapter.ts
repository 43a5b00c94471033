import { isAbsolute, join } from 'node:path';
import type { SessionEvent, SessionUsage } from '@galley/runcoord';

/** Paths are as the agent sees them. */
export interface ProgramLaunch {
  readonly command: string;
  readonly mcpUrl: string;
  readonly home: string;
  /** Bubblewrap or a container limits what the program can write, so that it needs no sandbox of its own. */
  readonly isConfined: boolean;
  readonly resumed: ResumedSession | undefined;
  /** Variables of the agent. */
  readonly environment: Environment;
}

export interface ResumedSession {
  readonly id: string;
  /** Sum of all turns of the session so far. */
  readonly usage: SessionUsage;
}

export interface PreparedProgram {
  readonly argv: readonly [string, ...string[]];
  /** By path in the home folder. Contain no secrets. */
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface CredentialFile {
  readonly from: string;
  /** Path in the agent's home folder. */
  readonly to: string;
}

/** How Galley starts a program for a turn, and what its output means. The prompt is on standard input. */
export interface Adapter {
  /** False for `command`, about which nothing is known. */
  readonly isKnownProgram: boolean;
  /** The program knows the tools and how a turn begins and ends, so the prompt does not explain them. */
  readonly knowsGalley?: true;
  /** Variables of the supervisor that sign the program in. They are passed on, if set. */
  readonly keys: readonly string[];
  /** Further variables that are passed on, if set. */
  readonly variables: readonly string[];
  /** Hosts that the program needs, as in `coordinator.adapters.<name>.hosts`. */
  readonly hosts: readonly string[];
  /** Files with which the owner is signed in. */
  credentialFiles(owner: Environment): readonly CredentialFile[];
  /** Arguments of the command that exits with 0 if the program is signed in; undefined: there is none. */
  readonly signInCheck: readonly string[] | undefined;
  /** Instructions for the owner if the program is not signed in. */
  readonly signInHelp: string;
  /** Files and folders in the home folder that the program needs to resume a session. */
  readonly sessionPaths: readonly string[];
  prepare(launch: ProgramLaunch): PreparedProgram;
  /** `resumed`: as in the launch of the session. */
  parse(line: string, resumed?: ResumedSession): SessionEvent[];
}

/** Matches a program with arguments, optionally quoted, without other shell syntax. */
const oneProgram = /^[\w./@+-]+(?:\s[^;&|()<>`\n]*)?$/;

/** Runs a configured command with further arguments and the prompt on standard input. */
export function shellCommand(command: string, args: readonly string[] = []): [string, ...string[]] {
  // With `exec` the program replaces the shell, so that it receives the signals.
  const begin = oneProgram.test(command) ? 'exec ' : '';
  const rest = args.length === 0 ? '' : ' "$@"';
  const script = `${begin}${command}${rest} <<GALLEY_END\n$GALLEY_PROMPT\nGALLEY_END\n`;
  return ['/bin/sh', '-c', script, 'galley', ...args];
}

/** A file of the owner; `folder` is the program's own folder, if a variable moves it out of the home folder. */
export function ownFile(owner: Environment, to: string, folder?: string): CredentialFile[] {
  const home = owner['HOME'] ?? '';
  const from = folder === undefined ? join(home, to) : join(folder, to.slice(to.indexOf('/') + 1));
  return isAbsolute(from) ? [{ from, to }] : [];
}

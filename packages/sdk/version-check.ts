import { GalleyProblem, GalleyUnexpectedAnswer } from './errors.ts';
import { version } from './generated/version.ts';

export interface VersionCheck {
  /** Version of this client. */
  readonly client: string;
  readonly server: string;
  /**
   * `same`; `newer` or `older` for a server with all operations that both versions know; or `incompatible`: operations
   * may be missing or have another meaning.
   */
  readonly verdict: 'same' | 'newer' | 'older' | 'incompatible';
  readonly message: string;
}

/** Public endpoints that report the version, on the content server and the coordinator. */
export const versionPaths = ['/__health', '/healthz'];

/** Compares versions by semver: below 1.0.0, each minor version may break compatibility. */
export function compareVersions(server: string, client: string = version): VersionCheck {
  const [theirs, ours] = [parseVersionNumbers(server), parseVersionNumbers(client)];
  const first = theirs.findIndex((number, index) => number !== ours[index]);
  const breaking = ours[0] === 0 ? 1 : 0;
  const verdict = decideVerdict({ first, breaking, isNewer: theirs[first]! > ours[first]! });
  return { client, server, verdict, message: messages[verdict](server, client) };
}

function decideVerdict(found: { first: number; breaking: number; isNewer: boolean }) {
  const { first, breaking, isNewer } = found;
  if (first === -1) return 'same';
  if (first <= breaking) return 'incompatible';
  return isNewer ? 'newer' : 'older';
}

const messages = {
  same: (server: string) => `Server and client have the same version, ${server}.`,
  newer: (server: string, client: string) =>
    `The server has version ${server}, the client ${client}. The server supports all operations of the client.`,
  older: (server: string, client: string) =>
    `The server has version ${server}, the client ${client}. The server may not support the newest operations of the client.`,
  incompatible: (server: string, client: string) =>
    `Server version ${server} and client version ${client} are incompatible. Install @galley/sdk@${server}.`,
};

/** Major, minor and patch number; pre-release and build tags do not affect the operations. */
function parseVersionNumbers(text: string): number[] {
  return text.split(/[-+]/, 1)[0]!.split('.').map(Number);
}

export function isOtherService(error: unknown): boolean {
  const isAnswer = error instanceof GalleyProblem || error instanceof GalleyUnexpectedAnswer;
  return isAnswer && error.status === 404;
}

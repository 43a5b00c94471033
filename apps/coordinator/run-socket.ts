import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GalleyServer, type CleanUp, type RequestListener } from '@galley/service';
import { serviceFolder } from './service-folder.ts';

/** What the system takes as the path of a socket, with room for the end that C puts there. */
const longestPath = 107;
const drainMilliseconds = 1_000;

export interface RunSocket {
  readonly projectDirectory: string;
  /** Who has the lease of the run is the one to make it, so that what is there is nobody’s any more. */
  readonly runId: string;
  readonly serve: RequestListener;
}

/**
 * Serves the same as the listener on a Unix socket that only the project's owner can open, and returns its path:
 * `.service/run/<run>.sock`, or one in a folder of its own below the system's for temporary files, where that is too long.
 */
export async function openRunSocket(
  { projectDirectory, runId, serve }: RunSocket,
  cleanUp: CleanUp,
): Promise<string> {
  const path = await socketPath(projectDirectory, runId, cleanUp);
  await rm(path, { force: true });
  const server = new GalleyServer();
  server.serve(serve);
  // The folder keeps others out until the mode of the socket does.
  server.http.listen(path);
  await once(server.http, 'listening');
  await chmod(path, 0o600);
  cleanUp.add('the socket', () => server.close(drainMilliseconds));
  return path;
}

async function socketPath(
  projectDirectory: string,
  runId: string,
  cleanUp: CleanUp,
): Promise<string> {
  const path = join(await serviceFolder(projectDirectory), `${runId}.sock`);
  if (Buffer.byteLength(path) <= longestPath) return path;
  const folder = await mkdtemp(join(tmpdir(), 'galley-run-'));
  cleanUp.add('the folder of the socket', () => rm(folder, { recursive: true, force: true }));
  return join(folder, 'run.sock');
}

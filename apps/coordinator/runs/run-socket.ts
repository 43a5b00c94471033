import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GalleyServer, type CleanUp, type RequestListener } from '@galley/service';
import { serviceFolder } from './service-folder.ts';

/** What the system takes as the path of a socket, without the end that C puts there. */
const longestPath = 107;
const drainMilliseconds = 1_000;

export interface RunSocket {
  readonly projectDirectory: string;
  /** Who has the lease of the run is the one to make it, so that what is there is nobody’s any more. */
  readonly runId: string;
  readonly serve: RequestListener;
}

/**
 * Serves the same as the listener on a Unix socket, `.service/run/sockets/<run>.sock`, in a folder that only the
 * project's owner can enter. Where the whole path is longer than a socket's may be, that is a link to one in such a
 * folder below the system's for temporary files; by a shorter way, such as from the project's folder, it can be opened.
 */
export async function openRunSocket(
  { projectDirectory, runId, serve }: RunSocket,
  cleanUp: CleanUp,
): Promise<void> {
  const folder = join(await serviceFolder(projectDirectory), 'sockets');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const path = join(folder, `${runId}.sock`);
  await rm(path, { force: true });
  if (Buffer.byteLength(path) <= longestPath) {
    await listenOn(path, serve, cleanUp);
    return;
  }
  const elsewhere = await mkdtemp(join(tmpdir(), 'galley-run-'));
  cleanUp.add('the folder of the socket', () => rm(elsewhere, { recursive: true, force: true }));
  const short = join(elsewhere, 'run.sock');
  await listenOn(short, serve, cleanUp);
  await symlink(short, path);
  cleanUp.add('the link to the socket', () => rm(path, { force: true }));
}

async function listenOn(path: string, serve: RequestListener, cleanUp: CleanUp): Promise<void> {
  const server = new GalleyServer();
  server.serve(serve);
  server.http.listen(path);
  await once(server.http, 'listening');
  cleanUp.add('the socket', () => server.close(drainMilliseconds));
  await chmod(path, 0o600);
}

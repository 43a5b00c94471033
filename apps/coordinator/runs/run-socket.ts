import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GalleyServer, type ShutdownStack, type RequestListener } from '@galley/service';
import { serviceFolder } from './service-folder.ts';

/** Excludes the terminating NUL. */
const maxSocketPathLength = 107;
const drainTimeoutMs = 1_000;

export interface RunSocket {
  readonly projectDirectory: string;
  /** The lease holder of this run creates the socket, so an existing one is stale. */
  readonly runId: string;
  readonly serve: RequestListener;
}

/**
 * Only the project's owner can enter the folder. If the path is too long for a socket, it is a symbolic link to a
 * socket below the system's temporary folder; clients open it through a shorter path.
 */
export async function openRunSocket(
  { projectDirectory, runId, serve }: RunSocket,
  cleanUp: ShutdownStack,
): Promise<void> {
  const folder = join(await serviceFolder(projectDirectory), 'sockets');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const path = join(folder, `${runId}.sock`);
  await rm(path, { force: true });
  if (Buffer.byteLength(path) <= maxSocketPathLength) {
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

async function listenOn(
  path: string,
  serve: RequestListener,
  cleanUp: ShutdownStack,
): Promise<void> {
  const server = new GalleyServer();
  server.serve(serve);
  server.http.listen(path);
  await once(server.http, 'listening');
  cleanUp.add('the socket', () => server.close(drainTimeoutMs));
  await chmod(path, 0o600);
}

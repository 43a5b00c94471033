import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Container } from 'dockerode';

/** Larger than the working copy of any site; bounds what an agent can write to this machine. */
const maxBytes = 1_073_741_824;

/**
 * Copies a folder of a container, with its name, into `target`. An agent wrote it: owners and rights are dropped, and
 * links are copied as links.
 */
export async function downloadFolder(
  container: Container,
  { path, target, most = maxBytes }: { path: string; target: string; most?: number },
): Promise<void> {
  await mkdir(target, { recursive: true });
  const archive = await container.getArchive({ path });
  const dropped = ['--no-same-owner', '--no-same-permissions'];
  const tar = spawn('tar', ['-C', target, ...dropped, '-xf', '-'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(tar, 'close');
  await pipeline(archive, limit(most), tar.stdin);
  const [code] = (await ended) as [number | null];
  if (code !== 0)
    throw new Error(`unpacking the files of the agent failed (tar exit code ${code})`);
}

function limit(most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length;
      if (bytes <= most) callback(null, chunk);
      else callback(new Error(`the files of the agent are larger than ${most} bytes`));
    },
  });
}

// Measures memory and time of the server for several concurrent uploads of large files.
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serveProject } from './served-process.ts';
import { administratorVariables, SignedIn } from './signed-in.ts';

const { values } = parseArgs({
  options: {
    gigabytes: { type: 'string', default: '2' },
    uploads: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});

const chunk = randomBytes(1024 * 1024);
const mebibyte = 1024 * 1024;

function* recording(bytes: number): Generator<Buffer> {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(bytes - 8, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(44_100, 24);
  head.writeUInt32LE(88_200, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes - 44, 40);
  yield head;
  for (let left = bytes - 44; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
}

async function upload(site: string, headers: Readonly<Record<string, string>>, bytes: number) {
  const boundary = '----bench';
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="noise.wav"\r\n\r\n`;
  const after = `\r\n--${boundary}--\r\n`;
  const sent = request(`${site}/__admin/api/media/upload`, {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': before.length + bytes + after.length,
    },
  });
  const answered = once(sent, 'response') as Promise<[Readable & { statusCode: number }]>;
  const body = function* (): Generator<Buffer | string> {
    yield before;
    yield* recording(bytes);
    yield after;
  };
  await pipeline(Readable.from(body(), { objectMode: true }), sent);
  const [response] = await answered;
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(answer);
}

async function writeBare(folder: string, count: number, bytes: number): Promise<number> {
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: count }, async (_one, index) => {
      const file = join(folder, `bare-${index}`);
      await pipeline(
        Readable.from(recording(bytes), { objectMode: true }),
        createWriteStream(file),
      );
      await using handle = await open(file, 'r+');
      await handle.sync();
      await rm(file);
    }),
  );
  return performance.now() - begun;
}

async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024;
}

async function measure() {
  const bytes = Math.round(Number(values.gigabytes) * 1e9);
  const count = Number(values.uploads);
  const folder = await mkdtemp(join(tmpdir(), 'galley-upload-'));
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'galley.yaml'), 'limits: { upload: 8GiB }\n');
  const variables = { ...administratorVariables, GALLEY_BUILD__ON_PUBLISH: 'false' };
  const bare = await writeBare(folder, count, bytes);
  const served = await serveProject(project, variables);
  try {
    const { headers } = await SignedIn.at(served.site);
    await upload(served.site, headers, mebibyte);
    const before = await residentMemory(served.pid);
    let most = before;
    const stop = new AbortController();
    const watching = (async () => {
      while (!stop.signal.aborted) {
        most = Math.max(most, await residentMemory(served.pid));
        await delay(25);
      }
    })();
    const begun = performance.now();
    await Promise.all(Array.from({ length: count }, () => upload(served.site, headers, bytes)));
    const milliseconds = performance.now() - begun;
    stop.abort();
    await watching;
    return { bytes, count, before, most, growth: most - before, milliseconds, bare };
  } finally {
    await served.stop();
    await rm(folder, { recursive: true });
  }
}

const result = await measure();
if (values.json) console.log(JSON.stringify(result));
else {
  const { bytes, count, before, most, growth, milliseconds, bare } = result;
  const seconds = (time: number): string => `${(time / 1_000).toFixed(1)} s`;
  console.log(`${count} uploads of ${bytes / 1e9} GB at once: ${seconds(milliseconds)}`);
  console.log(`  a bare process that writes and syncs as much: ${seconds(bare)}`);
  console.log(
    `  memory of the server: ${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most, ${growth.toFixed(0)} MiB more`,
  );
}

// Uploads a file to the media library, with its progress: node upload-picture.ts FILE [FOLDER]
import { fileAt } from '@galley/sdk/node';
import { clientFor } from './client.ts';

const [file, path] = process.argv.slice(2);
if (!file) throw new Error('Say which file: node upload-picture.ts FILE [FOLDER]');

const picture = await clientFor().media.upload(
  { file: await fileAt(file), path },
  {
    onProgress: ({ sent, total }) => console.log(`${sent} of ${total} bytes`),
    // After ten minutes it is broken off, and nothing of it is kept.
    signal: AbortSignal.timeout(600_000),
  },
);
console.log(`${picture.path} is at ${picture.url}.`);

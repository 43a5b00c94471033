// Uploads a file to the media library and shows the progress: node upload-picture.ts FILE [FOLDER]
import { fileAt } from '@galley/sdk/node';
import { clientFor } from './client.ts';

const [file, path] = process.argv.slice(2);
if (!file) throw new Error('Usage: node upload-picture.ts FILE [FOLDER]');

const picture = await clientFor().media.upload(
  { file: await fileAt(file), path },
  {
    onProgress: ({ sent, total }) => console.log(`Sent ${sent} of ${total} bytes`),
    // Times out after ten minutes; the server then discards the partial upload.
    signal: AbortSignal.timeout(600_000),
  },
);
console.log(`Uploaded ${picture.path}: ${picture.url}`);

import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Puts bytes in the place of a file by way of `temporary`: who reads it sees the old or the new, never half. */
export async function replaceFile(
  path: string,
  bytes: Uint8Array | string,
  temporary: string,
): Promise<void> {
  const file = await open(temporary, 'w', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await mkdir(dirname(path), { recursive: true });
  await rename(temporary, path);
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
}

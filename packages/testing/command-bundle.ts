import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import { rolldown, type Plugin } from 'rolldown';

/** Starts in half the processor time of 2,000 modules. The first process of a run writes it, the others wait. */
export async function bundleCommand(entry: string): Promise<string> {
  const folder = join(process.env['TMPDIR']!, 'bundled-command');
  const bundle = join(folder, 'main.mjs');
  if (await isFirst(`${folder}.lock`)) {
    const build = await rolldown({
      input: entry,
      platform: 'node',
      // Optional native parts, which their packages do without.
      external: ['pg-native', /\.node$/],
      logLevel: 'silent',
      plugins: [fixedLocations],
    });
    const unfinished = `${folder}.unfinished`;
    await build.write({
      dir: unfinished,
      entryFileNames: 'main.mjs',
      chunkFileNames: '[name]-[hash].mjs',
    });
    await build.close();
    await rename(unfinished, folder);
  }
  await vi.waitUntil(() => existsSync(bundle), { timeout: 60_000, interval: 20 });
  return bundle;
}

async function isFirst(lock: string): Promise<boolean> {
  return mkdir(lock).then(
    () => true,
    () => false,
  );
}

/** Bundled modules find their files and workers where their sources are. */
const fixedLocations: Plugin = {
  name: 'fixed-locations',
  transform(code, id) {
    if (!id.startsWith('/')) return null;
    const folder = JSON.stringify(dirname(id));
    if (id.includes('/node_modules/')) {
      const isCommonJs = id.endsWith('.js') && /\brequire\(/.test(code);
      return isCommonJs ? code.replace(/\b__dirname\b/g, folder) : null;
    }
    return code
      .replaceAll('import.meta.dirname', folder)
      .replaceAll('import.meta.filename', JSON.stringify(id))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

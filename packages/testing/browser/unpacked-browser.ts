import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withProcessLock } from '../../../scripts/process-lock.ts';
import { environmentWith, givenBrowser } from '../config.ts';

export interface BrowserProgram {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

const modules = join(import.meta.dirname, '../../../node_modules');
const packageName = '@sparticuz/chromium';

/** Unpacks Chromium once: it is built for machines with nothing but glibc, so libraries and a font are included. */
export async function browserProgram(): Promise<BrowserProgram> {
  if (givenBrowser) return { executablePath: givenBrowser, env: environmentWith({}) };
  if (platform() !== 'linux' || arch() !== 'x64') {
    throw new Error(
      `The browser from npm requires Linux on x64, but this is ${platform()} on ${arch()}. ` +
        'Set GALLEY_TEST_BROWSER to the path of Chromium or Chrome.',
    );
  }
  const folder = await unpacked();
  return {
    executablePath: join(folder, 'chromium'),
    env: environmentWith({
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      // Hides the user's own settings.
      HOME: folder,
    }),
  };
}

async function unpacked(): Promise<string> {
  const manifest = await readFile(join(modules, packageName, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const cache = join(modules, '.cache/galley');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  await withProcessLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const partial = `${folder}.partial`;
    // Left by a killed process.
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial);
    await unpackInto(partial);
    await writeFile(join(partial, 'fonts.conf'), fontSettings(folder));
    await rename(partial, folder);
  });
  return folder;
}

/** The package unpacks libraries only on one cloud provider's machines, so a child mimics their environment. */
async function unpackInto(folder: string): Promise<void> {
  const program = `import chromium from '${packageName}'; await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: modules,
    env: environmentWith({ TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }),
  });
}

/** Restricts fonts to the included one, so that pages have the same width on every machine. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}

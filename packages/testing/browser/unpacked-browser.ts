import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { heldByOneProcess } from '../../../scripts/held-by-one-process.ts';
import { environmentWith, givenBrowser } from '../config.ts';

/** A Chromium to start, and what it has to find in its environment. */
export interface BrowserProgram {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

const modules = join(import.meta.dirname, '../../../node_modules');
const packageName = '@sparticuz/chromium';

/**
 * The Chromium that npm brought. It is packed, and made for a machine that has nothing but glibc: its libraries and a
 * font come with it. It is unpacked once, beside the packages.
 */
export async function browserProgram(): Promise<BrowserProgram> {
  if (givenBrowser) return { executablePath: givenBrowser, env: environmentWith({}) };
  if (platform() !== 'linux' || arch() !== 'x64') {
    throw new Error(
      `The browser that npm brings runs on Linux on x64, and this is ${platform()} on ${arch()}. ` +
        'Put the path of a Chromium or Chrome into GALLEY_TEST_BROWSER.',
    );
  }
  const folder = await unpacked();
  return {
    executablePath: join(folder, 'chromium'),
    env: environmentWith({
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      // Not the settings of whoever runs the tests.
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
  await heldByOneProcess(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const partial = `${folder}.partial`;
    // Of one who was killed over it.
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial);
    await unpackInto(partial);
    await writeFile(join(partial, 'fonts.conf'), fontSettings(folder));
    await rename(partial, folder);
  });
  return folder;
}

/**
 * The package unpacks into the folder for temporary files, and its libraries only where it believes to be on the
 * machines of one provider; so a process of its own does it, which is told so.
 */
async function unpackInto(folder: string): Promise<void> {
  const program = `import chromium from '${packageName}'; await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: modules,
    env: environmentWith({ TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }),
  });
}

/** The one font, on every machine: a page is as wide here as there. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}

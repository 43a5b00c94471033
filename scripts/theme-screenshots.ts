/**
 * Renders the front page of the example site with each built-in theme, light and dark, to `screenshot.webp` and
 * `screenshot-dark.webp` beside its `theme.yaml`: `node scripts/theme-screenshots.ts [NAME…]`, after a change of a theme.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { TestBrowser } from '@galley/testing';
import { root } from './repository.ts';

const run = promisify(execFile);
const themes = join(root, 'packages/site/themes');
const width = 640;
const viewport = { width: 1280, height: 800 };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

async function buildSite(project: string, theme: string): Promise<string> {
  const galley = join(root, 'apps/cli/bin/galley.mjs');
  await run(process.execPath, [galley, 'init', '--project', project]);
  await appendFile(join(project, 'content/config/site.yaml'), `theme: ${theme}\n`);
  await run(process.execPath, [galley, 'build', '--project', project]);
  return join(project, 'public');
}

async function serveFolder(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const file = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    readFile(file).then(
      (bytes) => {
        const type = types[extname(file)] ?? 'application/octet-stream';
        response.setHeader('content-type', type).end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

async function shootTheme(browser: TestBrowser, theme: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'galley-theme-'));
  try {
    const server = await serveFolder(await buildSite(join(work, 'site'), theme));
    const { port } = server.address() as AddressInfo;
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.open(
        { url: `http://127.0.0.1:${port}` },
        { colorScheme, viewport },
      );
      page.expects(404);
      await page.goto('/', { waitUntil: 'networkidle' });
      const picture = sharp(await page.screenshot()).resize({ width });
      const name = colorScheme === 'light' ? 'screenshot.webp' : 'screenshot-dark.webp';
      await writeFile(join(themes, theme, name), await picture.webp({ quality: 75 }).toBuffer());
      await page[Symbol.asyncDispose]();
    }
    server.close();
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const browser = await TestBrowser.start();
const named = process.argv.slice(2);
for (const theme of named.length > 0 ? named : await readdir(themes))
  await shootTheme(browser, theme);
await browser[Symbol.asyncDispose]();

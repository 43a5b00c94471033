/**
 * Pictures of the editor for README and guides, light and dark, to `docs/pictures`: `node scripts/editor-screenshots.ts`,
 * after a change of the editor. `NAME-dark.webp` is the dark one. `phone-*` show screens of 360 pixels side by side.
 */
import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cookie, Locator, Request } from 'playwright-core';
import sharp from 'sharp';
import { TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from './admin-build.ts';
import { root } from './repository.ts';

const run = promisify(execFile);
const galley = join(root, 'apps/cli/bin/galley.mjs');
const pictures = join(root, 'docs/pictures');
const account = { username: 'ines', name: 'Inés Calder', password: 'six hours before breakfast' };
const path = 'posts/how-a-page-is-set.md';

const article = `---
title: How a page is set
author: ines
authors: [Inés Calder, Tomás Vidal]
summary: Four thousand loose pieces of metal, one iron frame, and a coin to test it with.
image: ../media/press.svg
image_alt: A hand press with its bed drawn out.
categories: [Workshop]
tags: [Presses, Routine, Type]
workflow: draft
---

A page of type is about **four thousand loose pieces**. You slide them from the long tray, the _galley_, onto the [stone](/about/), and then you hold your breath.

## What a night needs

![The case by the window: capitals above, small letters below.](../media/type-case.svg "Every letter has its place.")

| Hour  | What happens            | Who        |
| ----- | ----------------------- | ---------- |
| 00:30 | Last line is set        | Inés       |
| 01:15 | First proof is read     | Ruth       |
| 03:30 | Four hundred an hour    | everyone   |

## Before you print

- [x] Lift a corner by the thickness of a coin
- [x] Press the type gently, everywhere
- [ ] Carry the page to the press

> [!TIP]
> If anything moves, put it down and begin again.

Then pull the first proof.
`;

interface Site {
  readonly url: string;
  readonly end: () => Promise<void>;
}

async function startSite(folder: string): Promise<Site> {
  const project = join(folder, 'site');
  await run(process.execPath, [galley, 'init', '--project', project]);
  await writeFile(join(project, 'content', path), article);
  const port = await freePort();
  await addAccount(project);
  const command = [galley, 'serve', '--project', project, '--port', String(port)];
  const server = spawn(process.execPath, command, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(`${url}/__ready`, server);
  const end = async (): Promise<void> => {
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
  };
  return { url, end };
}

/** With a name for readers. */
async function addAccount(project: string): Promise<void> {
  const { username, name, password } = account;
  const options = ['--role', 'admin', '--name', name, '--password-stdin', '--project', project];
  const adding = spawn(process.execPath, [galley, 'users', 'create', username, ...options], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  adding.stdin.end(`${password}\n`);
  await once(adding, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function untilReady(address: string, server: ChildProcess): Promise<void> {
  const isReady = (): Promise<boolean> =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  while (server.exitCode === null && !(await isReady()))
    await new Promise((resolve) => setTimeout(resolve, 100));
}

const menuOfText = '.cm-tooltip-autocomplete';
const wide = { width: 1280, height: 800 };
const narrow = { width: 360, height: 740 };
type Scheme = 'light' | 'dark';

async function openPage(
  browser: TestBrowser,
  { url }: Site,
  options: { readonly viewport: typeof wide; readonly colorScheme: Scheme },
): Promise<TestPage> {
  const page = await browser.open({ url }, { ...options, deviceScaleFactor: 1.5 });
  watchRequests(page);
  if (session.length === 0) await signIn(page);
  await page.context().addCookies(session);
  await page.goto('/__admin/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Shared by all pages: another sign-in would notify of a new device. */
let session: Cookie[] = [];

async function signIn(page: TestPage): Promise<void> {
  page.expects(401);
  await page.goto('/__admin/');
  await page.getByLabel(/^User name/).fill(account.username);
  await page.getByLabel(/^Password/).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: account.name }).waitFor();
  session = await page.context().cookies();
}

async function openArticle(page: TestPage): Promise<Locator> {
  await page.goto(`/__admin/edit/${path}`);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.waitFor();
  return text;
}

const arePicturesShown = `document.fonts.status === 'loaded' && [...document.images].every((image) => {
  const { top, bottom } = image.getBoundingClientRect();
  return image.complete || bottom < 0 || top > innerHeight;
})`;

const pending = new WeakMap<TestPage, Set<Request>>();

function watchRequests(page: TestPage): void {
  const requests = new Set<Request>();
  pending.set(page, requests);
  page.on('request', (request) => {
    // The stream of changes stays open.
    if (!request.url().includes('/api/changes')) requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** Half a second without requests: the answer of one can cause the next. */
async function untilQuiet(page: TestPage): Promise<void> {
  for (let quiet = 0; quiet < 5; quiet = pending.get(page)!.size === 0 ? quiet + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Menus fade in, and pictures arrive later than text. */
async function screenshot(page: TestPage, clip?: Clip): Promise<Buffer> {
  await untilQuiet(page);
  await page.waitForFunction(arePicturesShown);
  return page.screenshot({ animations: 'disabled', ...(clip && { clip }) });
}

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of the page around an element. */
async function around(part: Locator, margin: { x: number; y: number }): Promise<Clip> {
  await part.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await part.boundingBox())!;
  return {
    x: Math.max(0, x - margin.x),
    y: Math.max(0, y - margin.y),
    width: width + 2 * margin.x,
    height: height + 2 * margin.y,
  };
}

async function save(name: string, scheme: Scheme, image: Buffer): Promise<void> {
  const file = `${name}${scheme === 'dark' ? '-dark' : ''}.webp`;
  const picture = sharp(image).webp({ quality: 80, effort: 6 });
  await writeFile(join(pictures, file), await picture.toBuffer());
}

async function shootWide(page: TestPage, scheme: Scheme): Promise<void> {
  await save('checklist', scheme, await screenshot(page));
  const text = await openArticle(page);
  await save('editor', scheme, await screenshot(page));
  const panel = page.getByRole('complementary', { name: 'Document details' });
  await save(
    'editor-settings',
    scheme,
    await screenshot(page, await around(panel, { x: 0, y: 0 })),
  );
  await typeSlash(page, text);
  const menu = page.locator(menuOfText);
  await save('editor-slash', scheme, await screenshot(page, await around(menu, { x: 24, y: 40 })));
  await leaveSlash(page);
  const table = await chooseTable(page);
  await save('editor-table', scheme, await screenshot(page, await around(table, { x: 24, y: 8 })));
  const card = await choosePicture(page);
  await save('editor-image', scheme, await screenshot(page, await around(card, { x: 40, y: 30 })));
}

async function shootNarrow(page: TestPage, scheme: Scheme): Promise<void> {
  const checklist = await screenshot(page);
  const text = await openArticle(page);
  const editor = await screenshot(page);
  await typeSlash(page, text);
  const slash = await screenshot(page);
  await leaveSlash(page);
  await chooseTable(page);
  const table = await screenshot(page);
  await choosePicture(page);
  const image = await screenshot(page);
  await page.getByRole('button', { name: 'Details' }).click();
  const settings = await screenshot(page);
  await save('phone-writing', scheme, await sideBySide([editor, slash, table]));
  await save('phone-details', scheme, await sideBySide([image, settings, checklist]));
}

async function typeSlash(page: TestPage, text: Locator): Promise<void> {
  await text.focus();
  for (const key of ['Control+End', 'Enter', 'Enter', '/']) await page.keyboard.press(key);
  await page.locator(menuOfText).getByRole('option').first().waitFor();
}

async function leaveSlash(page: TestPage): Promise<void> {
  await page.keyboard.press('Escape');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z');
}

async function chooseTable(page: TestPage): Promise<Locator> {
  const table = page.getByRole('table').first();
  await table.getByText('First proof is read').click();
  return table;
}

async function choosePicture(page: TestPage): Promise<Locator> {
  const card = page.locator('.cm-picture').first();
  await card.locator('img').click();
  return card;
}

const gap = 40;

async function sideBySide(screens: readonly Buffer[]): Promise<Buffer> {
  const { width, height } = await sharp(screens[0]).metadata();
  const total = screens.length * (width + gap) - gap;
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: total, height, channels: 4, background } })
    .composite(screens.map((input, place) => ({ input, left: place * (width + gap), top: 0 })))
    .png()
    .toBuffer();
}

await ensureAdminBuilt();
const folder = await mkdtemp(join(tmpdir(), 'galley-editor-'));
const site = await startSite(folder);
const browser = await TestBrowser.start();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    await using large = await openPage(browser, site, { viewport: wide, colorScheme });
    await shootWide(large, colorScheme);
    await using small = await openPage(browser, site, { viewport: narrow, colorScheme });
    await shootNarrow(small, colorScheme);
  }
} finally {
  await browser[Symbol.asyncDispose]();
  await site.end();
  await rm(folder, { recursive: true, force: true });
}

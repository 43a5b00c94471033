import type { Browser, BrowserContext, Page } from 'playwright-core';
import { watchForProblems, type WatchedPage } from './page-problems.ts';
import { browserProgram } from './unpacked-browser.ts';

/** Page with its own cookies and storage. Disposing of it fails if it had problems. */
export type TestPage = Page & WatchedPage & AsyncDisposable;

export interface TestPageOptions {
  readonly locale?: string;
  readonly javaScriptEnabled?: boolean;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Pixels of a screenshot per pixel of the page. */
  readonly deviceScaleFactor?: number;
}

const switches = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
  // Text widths that do not depend on the machine's font hinting.
  '--font-render-hinting=none',
  // Blocks requests to other machines. Browsers accept passkeys at `localhost`, but at no IP address.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

const idleMs = 1_000;

let launched: Promise<Browser> | undefined;
let userCount = 0;
let idle: NodeJS.Timeout | undefined;

async function launch(): Promise<Browser> {
  // Loaded on demand, so that tests without a browser start faster.
  const { chromium } = await import('playwright-core');
  const program = await browserProgram();
  return await chromium.launch({ ...program, args: switches, chromiumSandbox: false });
}

async function closeBrowser(): Promise<void> {
  const browser = launched;
  launched = undefined;
  await (await browser)?.close();
}

/** Successive test files of a process share one Chromium. Disposing closes the pages. */
export class TestBrowser implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #contexts = new Set<BrowserContext>();

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<TestBrowser> {
    clearTimeout(idle);
    userCount += 1;
    launched ??= launch();
    return new TestBrowser(await launched);
  }

  async open(server: { readonly url: string }, options: TestPageOptions = {}): Promise<TestPage> {
    const context = await this.#browser.newContext({
      baseURL: server.url,
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    this.#contexts.add(context);
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    const watched = watchForProblems(page, new URL(server.url).origin);
    const dispose = (): Promise<void> => {
      this.#contexts.delete(context);
      return close(context, watched);
    };
    return Object.assign(page, watched, { [Symbol.asyncDispose]: dispose });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#contexts].map((context) => context.close()));
    userCount -= 1;
    // The next file would otherwise wait for a new one; the process could not end with an open one.
    if (userCount === 0) idle = setTimeout(() => void closeBrowser(), idleMs);
  }
}

async function close(context: BrowserContext, { problems }: WatchedPage): Promise<void> {
  await context.close();
  if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join('\n')}`);
}

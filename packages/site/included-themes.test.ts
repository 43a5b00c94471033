import { axeViolations, shoot, TestBrowser, type TestPage } from '@galley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteHarness } from './fixtures.ts';
import { openLittoral, serveSite, type ServedSite } from './included-themes.fixtures.ts';
import { builtInTexts } from './texts/interface-texts.ts';
import { builtInThemeNames, loadTheme } from './theme/load-theme.ts';

let littoral: SiteHarness;
let served: ServedSite;
let browser: TestBrowser;

beforeAll(async () => {
  browser = await TestBrowser.start();
  littoral = await openLittoral();
  served = await serveSite(littoral);
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await littoral[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const addresses = [
  '/',
  '/posts/3/',
  '/posts/4/',
  '/projects/3/',
  '/about/',
  '/posts/',
  '/projects/',
  '/categories/',
  '/categories/culture/',
  '/search/',
  '/nothing/',
  '/de/',
  '/ar/',
  '/ar/posts/3/',
];

/** Without pictures, which are not part of a theme. */
const maxBytes = 100_000;

async function open(address: string): Promise<TestPage> {
  served.send('styles', 'pictures');
  const page = await browser.open(served);
  page.expects(404);
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  return page;
}

/** Adds up the layout shifts of the page. */
const watchShifts = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      globalThis.shifts.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? 'text'));
  }).observe({ type: 'layout-shift', buffered: true });`;

const parsed = `new Promise((done) => {
  if (document.readyState !== 'loading') done();
  else document.addEventListener('readystatechange', () => done(), { once: true });
})`;

const painted = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Loads lazy pictures, too. */
const loadAll = `(async () => {
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.all(pictures.map((picture) => picture.decode()));
  await ${painted};
  return pictures.length;
})()`;

const loadedBytes = `performance.getEntriesByType('resource')
  .filter(({ name }) => !name.includes('/media'))
  .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, performance.getEntriesByType('navigation')[0].decodedBodySize)`;

describe.each(await builtInThemeNames())('ADD-THM-12: the included theme %s', (name) => {
  beforeAll(async () => {
    const given = name === 'portfolio' ? { work: 'work', journal: 'post' } : {};
    const theme = await loadTheme({ themesDirectory: '/nowhere', name, given });
    littoral.theme = () => Promise.resolve(theme);
  });

  // Each page waits for its own server, so that they share the cores.
  test.concurrent.each(addresses)(
    'moves nothing while pictures load, stays below 100 KB, is accessible and fits into narrow windows: %s',
    async (address) => {
      await using own = await serveSite(littoral);
      own.hold();
      await using page = await browser.open(own);
      page.expects(404);
      await page.addInitScript(watchShifts);
      await page.goto(address, { waitUntil: 'commit' });
      // A page that is painted while it arrives moves for another reason.
      await page.evaluate(parsed);
      own.send('styles');
      await page.waitForLoadState('domcontentloaded');
      await page.evaluate(painted);
      own.send('pictures');
      await page.evaluate(loadAll);
      expect(await page.evaluate('globalThis.shifts')).toEqual([]);
      expect(await page.evaluate(loadedBytes)).toBeLessThan(maxBytes);

      expect(await axeViolations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await axeViolations(page, { onlyColours: true })).toEqual([]);
      const overflow =
        'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      for (const width of [320, 360, 768, 1920]) {
        await page.setViewportSize({ width, height: 740 });
        expect([width, await page.evaluate(overflow)]).toEqual([width, 0]);
      }
      await shoot(page, `${name}-${address.replaceAll('/', '-')}`);
    },
  );

  test.each(['en', 'de', 'es', 'fr'])('shows texts in the language %s', async (lang) => {
    const texts = builtInTexts(lang)!;
    const prefix = lang === 'en' ? '' : `/${lang}`;
    const html = await littoral.read(`${prefix}/search/`);
    expect(html).toContain(`<html lang="${lang}" dir="ltr">`);
    for (const key of ['skip', 'menu', 'languages', 'search', 'footer_menu'] as const)
      expect(html).toContain(texts[key]);
    const { body } = await littoral.get(`${prefix}/nothing/`);
    expect(body).toContain(texts.not_found);
  });

  test('starts with a link to the content, which the keyboard reaches first', async () => {
    await using page = await open('/posts/3/');
    await page.keyboard.press('Tab');
    const link = page.locator(':focus');
    expect(await link.getAttribute('href')).toBe('#_content');
    expect((await link.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('_content');
  });

  test('has neither motion nor things to hover for people who ask for less motion', async () => {
    await using page = await open('/');
    const moving = `[...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      return animationName !== 'none' || transitionDuration.split(', ').some((time) => parseFloat(time) > 0);
    }).map(({ outerHTML }) => outerHTML.slice(0, 80))`;
    expect(await page.evaluate(moving)).toEqual([]);
  });
});

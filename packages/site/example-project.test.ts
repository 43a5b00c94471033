import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { SiteHarness } from './fixtures.ts';

const content = fileURLToPath(new URL('../../apps/cms/example-project/content/', import.meta.url));

function addressesIn(html: string): readonly string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (_name, { href, src }) =>
      found.push(...[href, src].filter((one) => one !== undefined)),
  });
  parser.end(html);
  return found;
}

test('every link and picture of the example project leads somewhere, in both languages', async () => {
  await using kiosk = await SiteHarness.open(
    await readFile(join(content, 'config/site.yaml'), 'utf8'),
  );
  await kiosk.publishTree(content);
  const seen = new Set<string>();
  const waiting = ['/'];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    const { status, body, headers } = await kiosk.get(address);
    expect(status, address).toBe(200);
    if (!headers['content-type']!.startsWith('text/html')) continue;
    for (const link of addressesIn(String(body))) {
      const path = link.replace(/#.*$/, '').replace(kiosk.settings.url, '');
      if (!path.startsWith('/') || seen.has(path)) continue;
      seen.add(path);
      if (path.startsWith('/media/'))
        expect((await stat(join(content, path))).isFile(), path).toBe(true);
      else waiting.push(path);
    }
  }
  expect(seen).toContain('/es/acerca/');
  expect([...seen].filter((path) => path.startsWith('/posts/')).length).toBeGreaterThanOrEqual(6);
  expect([...seen].some((path) => path.includes('almanac'))).toBe(false);
});

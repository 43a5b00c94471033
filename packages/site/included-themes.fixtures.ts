import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseCustomFields } from '@galley/settings';
import { blankPicture, documentFile, SiteHarness } from './fixtures.ts';

const settings = `
title: The Littoral
description: Reports from the edge of the map
url: https://littoral.example
languages: { de: {}, es: {}, fr: {}, ar: { title: ساحل } }
content:
  types:
    page: {}
    post: { layout: post }
    work: { folder: projects, label: Work, permalink: '/projects/:slug/' }
menu:
  - { title: Reports, url: /posts/, children: [{ title: Harbour, url: /tags/harbour/ }] }
  - { title: About, url: /about/ }
menus: { footer: [{ title: Legal notice, url: /about/ }] }
`;

const fields = `types:
  work:
    - { name: client, label: Client, type: text, show: true }
    - { name: site, label: Website, type: url, show: true }
`;

/** Has elements of every kind. */
const body = `The harbour office opens at four, an hour before the first boats come in.

## What the numbers say

> Nobody sells a boat because of a bad year.

![The quay](/media/quay.png "The quay in the morning")

![](/media/quay.png#full)

![](/media/quay.png)

| Kind | 2014 | 2026 |
| --- | ---: | ---: |
| Hake | 4.20 | 6.10 |

> [!NOTE]
> The auction begins at _five_.

- [x] one \`two\`
- [ ] [three](https://example.org/)[^1]

\`\`\`js
const price = 'a line that is longer than the window of a telephone, whatever its size';
\`\`\`

### A heading of the third level

[^1]: Since 1987.
`;

const german = 'Donaudampfschifffahrtsgesellschaftskapitän und Hafenbetriebsordnung';

/** A site that shows all parts of a theme, in five languages, with and without pictures. */
export async function openLittoral(): Promise<SiteHarness> {
  const site = await SiteHarness.open(settings);
  const customFields = parseCustomFields(fields, site.settings);
  site.settings = { ...site.settings, customFields };
  const files: Record<string, string | Uint8Array> = {
    'media/quay.png': blankPicture,
    'pages/about.md': documentFile({ title: 'About us', toc: true }, body),
    'pages/index.md': documentFile({ title: 'Home', list: 'posts' }, 'Welcome to the _edge_.'),
  };
  const titles = {
    '': 'A harbour that counts in pencil',
    de: german,
    ar: 'الميناء الذي يحسب بالقلم',
  };
  for (const [lang, title] of Object.entries(titles))
    for (let number = 1; number <= 12; number += 1) {
      const frontmatter = {
        title: `${title} ${number}`,
        summary: `${title}: a summary in a sentence.`,
        date: `2026-01-${10 + number}`,
        author: 'Ada',
        categories: [number % 3 === 0 ? 'Science' : 'Culture'],
        tags: ['Harbour', 'Reportage'],
        toc: true,
        ...(number % 4 !== 0 && { image: '/media/quay.png', image_alt: 'The quay' }),
      };
      const folder = lang === '' ? '' : `${lang}/`;
      files[`posts/${folder}${number}.md`] = documentFile(frontmatter, body);
      const facts = { client: 'Harbour Trust', site: 'https://example.org/' };
      files[`projects/${folder}${number}.md`] = documentFile(
        { ...frontmatter, fields: facts },
        body,
      );
    }
  await site.print(files);
  return site;
}

type Held = 'styles' | 'pictures';

export interface ServedSite extends AsyncDisposable {
  readonly url: string;
  /** Style sheets and pictures are not answered until `send`. */
  hold(): void;
  send(...kinds: readonly Held[]): void;
}

/** Serves the pages over HTTP. */
export async function serveSite(site: SiteHarness): Promise<ServedSite> {
  const gates = { styles: Promise.withResolvers<void>(), pictures: Promise.withResolvers<void>() };
  const send = (...kinds: readonly Held[]): void => kinds.forEach((kind) => gates[kind].resolve());
  const server = createServer((request, response) => {
    const [path, query] = request.url!.split('?', 2);
    if (/^\/media/.test(path!)) {
      void gates.pictures.promise.then(() =>
        response.setHeader('content-type', 'image/png').end(blankPicture),
      );
      return;
    }
    const asked = { method: 'GET', path: path!, query: new URLSearchParams(query), headers: {} };
    const gate = path!.endsWith('.css') ? gates.styles.promise : undefined;
    void Promise.all([site.site.respond(asked), gate]).then(([{ status, headers, body: sent }]) => {
      response.writeHead(status, headers).end(sent);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send,
    hold: () => {
      gates.styles = Promise.withResolvers();
      gates.pictures = Promise.withResolvers();
    },
    [Symbol.asyncDispose]: async () => {
      send('styles', 'pictures');
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

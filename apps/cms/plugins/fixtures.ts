import { vi } from 'vitest';
import type { TestServer } from '../fixtures.ts';

export function kitchenSink(name = 'sink'): Readonly<Record<string, string>> {
  return {
    [`plugins/${name}/plugin.yaml`]: `
name: ${name}
version: 1.0.0
permissions: [documents.read, documents.write, media.read, media.write, render, storage, schedule, network]
hosts: [127.0.0.1]
hooks: [document.saved, document.published, media.uploaded]
filters: [page.html, document.html]
blocks:
  - shout
  - name: chart
    parameters:
      - { name: source, label: Data file, type: text, required: true }
      - { name: kind, label: Kind, type: select, required: true, default: bars, options: [bars, lines] }
      - { name: height, label: Height, type: number, min: 100 }
      - { name: legend, label: With legend, type: boolean, default: true }
jobs: [{ name: count, every: 1h }]
routes:
  - { method: GET, path: /heard, access: plugins.manage }
  - { method: GET, path: /titles, access: signed_in }
  - { method: POST, path: /do, access: plugins.manage }
settings: [{ name: mark, type: text, default: sunk }]
panel:
  title: Heard
  source: /titles
  columns: [{ name: title, label: Title }]
  actions: [{ label: Do it, route: /do, confirm: Really? }]
`,
    [`plugins/${name}/index.js`]: `
import { documents, fetch, media, settings, storage } from 'galley';

async function note(event) {
  await storage.set({ key: 'heard ' + String(event.event_id ?? 0).padStart(9, '0'), value: event });
}

export const hooks = { 'document.saved': note, 'document.published': note, 'media.uploaded': note };
export const filters = {
  'page.html': (html, page) => html.replace('</body>', '<!-- ' + settings.mark + ' ' + page.title + ' --></body>'),
  'document.html': (html) => html.replaceAll('colour', '<mark>color</mark>'),
};
export const blocks = {
  shout: ({ attributes, text }) => '<p class="plugin-shout" onclick="x()">' + (attributes.what ?? text.trim()).toUpperCase() + '</p>',
  chart: ({ attributes }) => '<p class="plugin-chart">' + JSON.stringify(attributes) + '</p>',
};
export const jobs = { count: async () => note({ event: 'job' }) };
export const routes = {
  'GET /heard': async () => {
    const keys = await storage.keys({ prefix: 'heard ' });
    return Promise.all(keys.map((key) => storage.get({ key })));
  },
  'GET /titles': async ({ caller }) => ({
    rows: (await documents.list({ as: caller.key })).items.map(({ title }) => ({ title })),
    summary: caller.username,
  }),
  'POST /do': async ({ body: { what, input } }) => {
    try {
      return await (what[0] === 'fetch' ? fetch : ({ documents, media, storage })[what[0]][what[1]])(input);
    } catch ({ message, code }) {
      return { problem: code + ': ' + message };
    }
  },
};
`,
  };
}

export async function eventually<T>(
  look: () => Promise<T>,
  found: (seen: T) => boolean,
): Promise<T> {
  let seen = await look();
  await vi.waitUntil(
    async () => {
      seen = await look();
      return found(seen);
    },
    { timeout: 45_000, interval: 50 },
  );
  return seen;
}

export async function enable(server: TestServer, name: string) {
  const admin = await server.signedIn();
  const answer = await admin.post('/__admin/api/plugins/enable', { name, approve_risk: true });
  if (answer.status !== 200) throw new Error(answer.text);
  return admin;
}

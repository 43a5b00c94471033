import { expect, test } from 'vitest';
import { TestServer } from './fixtures.ts';

const token = 'what the operators know';

test('CMS-MET-1, CMS-MET-6, GAP-HLT-2: the server counts pages, assets, health, the platform API and the admin, and no scrape', async () => {
  const environment = { SERVICE_METRICS_TOKEN: token };
  const files = { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' };
  await using server = await TestServer.start({ environment, files });
  const visitor = server.visitor();
  const found = ['/posts/ink/', '/assets/theme.css', '/__health', '/__platform/api/site'];
  for (const path of [...found, '/__admin/']) expect((await visitor.get(path)).status).toBe(200);
  expect((await visitor.get('/__admin/api/documents')).status).toBe(401);
  expect((await visitor.get('/nowhere/')).status).toBe(404);
  expect((await visitor.get('/__metrics')).status).toBe(401);
  const scrape = await visitor.get('/__metrics', { authorization: `Bearer ${token}` });
  expect([scrape.status, scrape.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(scrape.text).toContain('service_http_requests_total{status_class="2xx"} 5\n');
  expect(scrape.text).toContain('service_http_requests_total{status_class="4xx"} 2\n');
  expect(scrape.text).not.toMatch(/ink|admin|nowhere/);
});

test('CMS-BASE-5, CMS-MET-2: without SERVICE_METRICS_TOKEN the endpoint is not there, whoever asks', async () => {
  await using server = await TestServer.start({ environment: { SERVICE_METRICS_TOKEN: ' ' } });
  const authorization = 'Bearer x';
  expect((await server.visitor().get('/__metrics')).status).toBe(404);
  expect((await server.visitor().get('/__metrics', { authorization })).status).toBe(404);
});

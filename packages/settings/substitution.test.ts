import { describe, expect, test } from 'vitest';
import { loadTestConfig } from './fixtures.ts';

describe('${NAME} in a file', () => {
  test('is replaced by the variable, with the type of the setting', async () => {
    const config = await loadTestConfig({
      files: {
        'galley.yaml': `
server:
  port: \${PORT}
  host: "\${HOST}"
  trusted_proxies: ["\${PROXY}", 10.0.0.1]
admin: { enabled: "\${ADMIN}", path: "pre-\${NAME}-\${NAME}" }
storage: { data_directory: '/srv/$\${literal}/\${EMPTY}x' }
`,
      },
      environment: {
        PORT: '9000',
        HOST: 'h',
        PROXY: 'loopback',
        ADMIN: 'false',
        NAME: 'n',
        EMPTY: '',
      },
    });
    expect(config.server).toMatchObject({
      port: 9000,
      host: 'h',
      trustedProxies: ['loopback', '10.0.0.1'],
    });
    expect(config.admin).toEqual({ enabled: false, path: 'pre-n-n' });
    expect(config.storage.dataDirectory).toBe('/srv/${literal}/x');
  });

  test('can be a whole list', async () => {
    const config = await loadTestConfig({
      files: { 'galley.yaml': 'server:\n  trusted_proxies: ${PROXIES}\n' },
      environment: { PROXIES: 'loopback,10.0.0.1' },
    });
    expect(config.server.trustedProxies).toEqual(['loopback', '10.0.0.1']);
  });

  test('is replaced once; variables inside values are not expanded', async () => {
    const config = await loadTestConfig({
      files: { 'galley.yaml': 'storage:\n  data_directory: /srv/${A}\n' },
      environment: { A: '${B}' },
    });
    expect(config.storage.dataDirectory).toBe('/srv/${B}');
  });
});

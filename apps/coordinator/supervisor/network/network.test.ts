import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { hasBubblewrap } from '@galley/service';
import { temporaryDirectory } from '@galley/testing';
import { describe, expect, test } from 'vitest';
import { SupervisedProject } from '../fixtures.ts';
import { findAllowedAddress, parseHostPort } from './allowed-host.ts';

/** Prints what an agent reaches: directly, and through the proxy of its environment. */
const probe = `
import http from 'node:http';
const { GALLEY_MCP_URL, ALLOWED_BASE_URL, CLOSED_URL, HTTPS_PROXY } = process.env;
const direct = (url) => fetch(url).then((answer) => answer.status, (error) => error.cause.code);
const through = (url) => HTTPS_PROXY && new Promise((resolve) => {
  const { hostname, port } = new URL(HTTPS_PROXY);
  const request = http.request({ host: hostname, port, method: 'CONNECT', path: new URL(url).host });
  request.once('connect', (answer, socket) => { socket.destroy(); resolve(answer.statusCode); });
  request.once('error', (error) => resolve(error.code));
  request.end();
});
const found = {
  tools: await direct(GALLEY_MCP_URL),
  allowed: [await direct(ALLOWED_BASE_URL), await through(ALLOWED_BASE_URL)].filter(Boolean),
  closed: [await direct(CLOSED_URL), await through(CLOSED_URL), await through(CLOSED_URL)].filter(Boolean),
};
console.log('found ' + JSON.stringify(found));
process.exit(3);
`;

async function openHost() {
  const server = createServer((_request, response) => response.end('here'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(server, { url });
}

const refused = 'The network policy refused';
const cases = [
  {
    network: 'restricted',
    found: { tools: 401, allowed: [200, 200], closed: ['ECONNREFUSED', 403, 403] },
    refusals: 1,
  },
  { network: 'open', found: { tools: 401, allowed: [200], closed: [200] }, refusals: 0 },
];

describe.each((await hasBubblewrap()) ? cases : [])(
  'agents in bubblewrap, network: $network',
  ({ network, found, refusals }) => {
    test('reach the tools, and other hosts by policy', async () => {
      await using allowed = await openHost();
      await using closed = await openHost();
      await using folder = await temporaryDirectory();
      const program = join(folder.path, 'probe.mjs');
      await writeFile(program, probe);
      await using project = await SupervisedProject.open({
        over: 'http',
        sandbox: 'always',
        supervisor: `network: ${network}`,
        coordinator: 'agents: { implementers: { adapter: guest } }, ',
        adapters: `guest: { command: "${process.execPath} ${program}", environment: [ALLOWED_BASE_URL, CLOSED_URL] }`,
      });
      await project.supervise({
        environment: {
          ...project.environment,
          // A folder in which agents in bubblewrap see only what they need.
          HOME: folder.path,
          ALLOWED_BASE_URL: allowed.url,
          CLOSED_URL: closed.url,
        },
      });
      const log = await project.logOf(await project.requestTurn('good'));
      const [, told] = /^found (.+)$/m.exec(log)!;
      expect(JSON.parse(told!)).toEqual(found);
      expect(log.split(refused)).toHaveLength(1 + refusals);
    });
  },
);

test.each([
  ['api.example.com:443', ['api.example.com'], 'api.example.com'],
  ['api.example.com:8443', ['api.example.com'], undefined],
  ['api.example.com:8443', ['api.example.com:8443'], 'api.example.com'],
  ['example.com:443', ['*.example.com'], undefined],
  ['evil-example.com:443', ['*.example.com'], undefined],
  ['127.0.0.1:443', ['*'], undefined],
  ['169.254.169.254:443', ['*'], undefined],
  ['93.184.215.14:443', ['*'], '93.184.215.14'],
  ['[::1]:443', ['*'], undefined],
  ['[::1]:8080', ['[::1]:8080'], '::1'],
])('%s with the hosts %j leads to %j', async (asked, patterns, address) => {
  expect(await findAllowedAddress(parseHostPort(asked), patterns)).toBe(address);
});

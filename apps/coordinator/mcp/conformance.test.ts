import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestProject } from '../fixtures.ts';
import {
  protection,
  runSuite,
  serveForConformance,
  withToken,
  type SuiteReport,
} from './conformance.fixtures.ts';
import { addRun, forClient, workerToken } from './fixtures.ts';

const revisions = ['2025-11-25', '2026-07-28'] as const;

/** Not scored by the suite, with its own reason, or with warnings only. */
const notRequired: Readonly<Record<(typeof revisions)[number], Readonly<Record<string, string>>>> =
  {
    '2025-11-25': {
      'server-sse-polling': 'pending: the reference server does not pass it either',
      'server-sse-multiple-streams':
        'a warning that there is no session, which a server need not have; the streams themselves pass',
    },
    '2026-07-28': Object.fromEntries(
      [
        'capability-negotiation',
        'dispatch-and-envelope',
        'lifecycle',
        'mrtr-composition',
        'mrtr-input',
        'request-headers',
        'request-state-removal',
        'required-task-error',
        'wire-fields',
      ].map((name) => [`tasks-${name}`, 'extension: Galley does not offer the tasks of SEP-2663']),
    ),
  };

/** Scenarios without a tool, resource or prompt named by the suite. */
const needsNoTools: Readonly<Record<(typeof revisions)[number], readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'dns-rebinding-protection',
    'http-header-validation',
  ],
};

let project: TestProject;
let galley: string;
let token: string;
const ended = new AsyncDisposableStack();

beforeAll(async () => {
  project = ended.use(await TestProject.open('{ enforcement: enforced }'));
  const coordinator = ended.use(await project.start());
  await addRun(project, 'run-1', 'starting');
  ({ token } = await workerToken(project));
  galley = coordinator.address;
});

afterAll(() => ended.disposeAsync());

function missed({ checks }: SuiteReport): string[] {
  const wrong = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return [...new Set(wrong.map(({ scenario }) => scenario))].toSorted();
}

describe.each(revisions)('GAP-RC-MCP-1: the official conformance suite, %s', (revision) => {
  test('passes with OAuth on the endpoint with the tools of the suite, except for optional parts', async () => {
    await using served = await serveForConformance(project);
    const connected = await workerToken(project);
    await forClient(project, connected.id, protection.resource);
    const refused = await fetch(`${served.address}/mcp`, { method: 'POST' });
    expect(refused.headers.get('www-authenticate')).toContain(protection.metadataUrl);
    await using open = await withToken(served.address, connected.token);
    const report = await runSuite(open.url, revision);
    expect(missed(report)).toEqual(Object.keys(notRequired[revision]).toSorted());
    expect(report.exitCode).toBe(0);
    const scenarios = new Set(report.checks.map(({ scenario }) => scenario));
    expect(scenarios.size).toBe({ '2025-11-25': 33, '2026-07-28': 50 }[revision]);
  });

  test('passes on Galley’s own tools for the tests that need no others', async () => {
    await using open = await withToken(galley, token);
    const { checks } = await runSuite(open.url, revision);
    const own = checks.filter(({ scenario }) => needsNoTools[revision].includes(scenario));
    const wrong = own.filter(
      ({ status, errorMessage = '' }) =>
        ['FAILURE', 'WARNING'].includes(status) &&
        !errorMessage.startsWith('Not testable: server does not list the diagnostic tool'),
    );
    expect(wrong).toEqual([]);
    const seen = new Set(own.map(({ scenario }) => scenario));
    expect([...seen].toSorted()).toEqual(needsNoTools[revision].toSorted());
  });
});

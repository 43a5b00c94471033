import { exampleProject } from '@galley/contract';
import type { ConfigInput } from '@galley/settings';
import { ChatEndpoint } from '@galley/testing';
import { admin, TestServer } from '../fixtures.ts';
import { author, exampleFiles } from '../operation-examples.ts';
import { WorkRows } from '../runs/fixtures.ts';

/** Disables rate limits: tests on a fast machine would exceed them. */
const limits = {
  sign_in_requests_per_minute: 0,
  public_requests_per_minute: 0,
  session_requests_per_minute: 0,
};
/** The repository becomes a bare one once an example creates it. */
const coordinator = { workspace: { repository: 'work.git' } };
/** No mail server listens there, so that attempts fail at once. */
const mail = {
  smtp: { host: '127.0.0.1', port: 1, security: 'none' },
  from: 'news@example.org',
} as const;
const plugins = { aiwriter: { requests_per_minute: 0, tokens_per_day: 0 } };

export async function startExampleServer({
  authors = [],
  config,
}: { authors?: readonly string[]; config?: ConfigInput } = {}): Promise<TestServer> {
  const files = exampleFiles([author, ...authors]);
  const endpoint = await ChatEndpoint.start();
  const server = await TestServer.start({
    files,
    config: { limits, mail, plugins, coordinator, scim: { enabled: true }, ...config },
    environment: {
      GALLEY_ADMIN_USERNAME: admin.username,
      GALLEY_ADMIN_PASSWORD: admin.password,
      GALLEY_AIWRITER_API_KEY: 'key-of-the-examples',
      GALLEY_AIWRITER_BASE_URL: endpoint.baseUrl,
    },
    beside: endpoint,
  });
  await server.addUser({ username: author, role: 'admin' });
  await server.addUser({ username: 'reader', role: 'powerless', grants: [] });
  await addExampleWork(server);
  return server;
}

async function addExampleWork({ database: { db } }: TestServer): Promise<void> {
  const rows = new WorkRows(db, exampleProject.workspace);
  await rows.addWorkspace();
  await rows.addRun(exampleProject.run);
  await rows.addProposal(exampleProject.proposal);
  await rows.addSession(exampleProject.session, { runId: exampleProject.run });
  await rows.addDeliberation(exampleProject.deliberation, { runId: exampleProject.run });
}

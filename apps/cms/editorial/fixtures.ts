import { expect } from 'vitest';
import { TestServer, type Answer } from '../fixtures.ts';
import { EditorClient, type DocumentDetail } from '../people.fixtures.ts';

export interface EditorialState {
  readonly revision: string;
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly [name: string]: unknown;
}

export const address = '/__admin/api/documents';
const reading = ['documents.read', 'documents.review', 'documents.history'];

export class Editor extends EditorClient {
  act(body: object): Promise<Answer> {
    return this.client.post(`${address}/editorial`, body);
  }

  async acted(body: object): Promise<EditorialState> {
    const answer = await this.act(body);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return answer.json<EditorialState>();
  }

  move(path: string, status: string, more: object = {}): Promise<Answer> {
    return this.client.post(`${address}/status`, { path, status, ...more });
  }

  async moved(path: string, status: string, more: object = {}): Promise<DocumentDetail> {
    const answer = await this.move(path, status, more);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return answer.json<DocumentDetail>();
  }

  async decide(path: string, action: string, more: object = {}): Promise<Answer> {
    const { revision } = await this.detail(path);
    return this.act({ source_path: path, action, expected_revision: revision, ...more });
  }
}

export async function staff(server: TestServer) {
  const desk = async (username: string, role: string, grants?: readonly string[]) =>
    new Editor(await server.signedInAs({ username, role, ...(grants && { grants }) }));
  return {
    ada: new Editor(await server.signedIn()),
    maria: await desk('maria', 'author'),
    jan: await desk('jan', 'author'),
    edith: await desk('edith', 'editor'),
    rosa: await desk('rosa', 'reviewer'),
    remi: await desk('remi', 'reviewer'),
    own: await desk('ona', 'own-reviewer', [...reading.slice(0, 1), 'documents.review.own']),
    former: await desk('fred', 'editor'),
  };
}

export type Staff = Awaited<ReturnType<typeof staff>>;

let drafts = 0;

export async function draftBy(desk: Editor): Promise<string> {
  drafts += 1;
  return (await desk.created({ title: `Draft ${drafts}` })).path;
}

export function draft({ maria }: Staff): Promise<string> {
  return draftBy(maria);
}

export async function inReview(staff: Staff): Promise<string> {
  const path = await draft(staff);
  await staff.maria.moved(path, 'in_review');
  return path;
}

export async function approved(staff: Staff): Promise<string> {
  const path = await inReview(staff);
  expect((await staff.rosa.decide(path, 'approve')).status).toBe(200);
  return path;
}

export interface EditorialSetup {
  readonly server: TestServer;
  readonly staff: Staff;
}

export async function startEditorialSetup({
  requireApproval,
}: {
  requireApproval: boolean;
}): Promise<EditorialSetup> {
  const site = `editorial:\n  require_approval: ${requireApproval}\n`;
  const server = await TestServer.start({ files: { 'content/config/site.yaml': site } });
  const everybody = await staff(server);
  await server.disableUser('fred');
  return { server, staff: everybody };
}

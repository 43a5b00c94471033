import { exampleProject } from '@galley/contract';
import { newId } from '@galley/kernel';
import type { TestServer } from '../fixtures.ts';
import type { Query } from '../operation-examples.ts';

const { workspace: id, run } = exampleProject;
const ofRun = { workspace_id: id, run_id: run, agent_id: 'ada' };

/** Parameters by operation. */
export const preparedPeople = {
  'questions.answer': ({ server }: { readonly server: TestServer }) => newQuestion(server, newId()),
  'memories.delete': ({ server }: { readonly server: TestServer }) => newMemory(server, newId()),
  'turns.stop': ({ server }: { readonly server: TestServer }) => newTurn(server),
};

async function newQuestion({ database }: TestServer, question: string): Promise<Query> {
  const row = { ...ofRun, id: question, text: 'Which tone?', choices: [], asked_at: new Date() };
  await database.db.insertInto('questions').values(row).execute();
  return { id, question };
}

async function newMemory({ database }: TestServer, memory: string): Promise<Query> {
  const row = { ...ofRun, id: memory, topic: 'Ink', body: 'Black.', recorded_at: new Date() };
  await database.db.insertInto('memories').values(row).execute();
  return { id, memory };
}

async function newTurn({ database }: TestServer): Promise<Query> {
  const payload = JSON.stringify({ agent_id: 'ada', reason: 'Begin.' });
  const row = { run_id: run, type: 'agent.turn_requested', payload, at: new Date() };
  const { id: turn } = await database.db
    .insertInto('run_events')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, turn: String(turn) };
}

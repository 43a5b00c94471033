import { exampleProject } from '@galley/contract';
import type { TestServer } from '../fixtures.ts';
import type { Query } from '../operation-examples.ts';

const { workspace: id, run } = exampleProject;
const ofRun = { workspace_id: id, run_id: run, agent_id: 'ada' };

export async function newQuestion({ database }: TestServer, question: string): Promise<Query> {
  const row = { ...ofRun, id: question, text: 'Which tone?', choices: [], asked_at: new Date() };
  await database.db.insertInto('questions').values(row).execute();
  return { id, question };
}

export async function newMemory({ database }: TestServer, memory: string): Promise<Query> {
  const row = { ...ofRun, id: memory, topic: 'Ink', body: 'Black.', recorded_at: new Date() };
  await database.db.insertInto('memories').values(row).execute();
  return { id, memory };
}

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@galley/kernel';
import { CommandFailed } from '../command-failed.ts';
import { runFolder } from './service-definition.ts';

/** The record of an installed service: `.service/run/service.json` (CMS-CLI-8). */
export interface ServiceRecord {
  readonly name: string;
  readonly manager: 'systemd' | 'launchd';
  readonly definition: string;
  readonly project: string;
  readonly command: readonly string[];
  readonly log: string;
  readonly installed_at: string;
}

export async function findRecord(project: string): Promise<ServiceRecord | undefined> {
  const file = recordFile(project);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const record = JSON.parse(text) as ServiceRecord;
    if (typeof record.name === 'string' && typeof record.definition === 'string') return record;
  } catch {
    // Invalid JSON is reported below, like JSON that is not a record.
  }
  throw new CommandFailed(`${file} is damaged. Remove it and run galley service install again.`);
}

export async function saveRecord(record: ServiceRecord): Promise<void> {
  await replaceFile(recordFile(record.project), `${JSON.stringify(record, undefined, 2)}\n`);
}

export async function removeRecord(project: string): Promise<void> {
  await rm(recordFile(project), { force: true });
}

function recordFile(project: string): string {
  return join(runFolder(project), 'service.json');
}

import { readFile } from 'node:fs/promises';
import type { Check } from '@galley/cms';
import { isMissing } from '@galley/kernel';
import { launchAgent } from './launch-agent.ts';
import { serviceOf } from './service-definition.ts';
import { findRecord } from './service-record.ts';
import { systemdUnit } from './systemd-unit.ts';

const name = 'service';

export async function serviceCheck(project: string, program: string): Promise<Check> {
  const record = await findRecord(project);
  if (!record) return { name, status: 'ok', message: 'No background service is installed.' };
  const service = serviceOf(project, program);
  const wanted = record.manager === 'systemd' ? systemdUnit(service) : launchAgent(service);
  const written = await textOf(record.definition);
  if (written === wanted)
    return { name, status: 'ok', message: `The service ${record.name} is up to date.` };
  return {
    name,
    status: 'warning',
    message:
      written === undefined
        ? `The definition of the service ${record.name} is missing.`
        : `The definition of the service ${record.name} is outdated or was edited.`,
    where: record.definition,
    why:
      written === undefined
        ? 'The service does not start with the machine.'
        : 'It was edited manually, or it names a Node or Galley version from before an update, which may be missing at the next start.',
    advice: 'Run galley service install to write the definition again and start the service.',
  };
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

import { expect, vi } from 'vitest';
import type { Client } from '../fixtures.ts';
import { oldSite } from './media.fixtures.ts';

interface Newcomer {
  readonly client: Client;
}

interface SiteImport {
  readonly id: string;
  readonly state: string;
}

const at = '/__admin/api/imports';

async function untilEnded({ client }: Newcomer): Promise<void> {
  await vi.waitFor(async () => {
    const { import: job } = (await client.get(at)).json<{ import: SiteImport | null }>();
    expect(['reading', 'importing']).not.toContain(job?.state);
  }, 20_000);
}

/** Only one import can run at a time. */
export async function newImport(newcomer: Newcomer): Promise<{ id: string }> {
  await untilEnded(newcomer);
  const fields = { format: 'ghost' };
  const { id } = (await newcomer.client.upload(`${at}/upload`, { file: oldSite, fields })).json<{
    id: string;
  }>();
  await untilEnded(newcomer);
  return { id };
}

export const preparedImports = {
  'imports.upload': async (newcomer: Newcomer) => {
    await untilEnded(newcomer);
    return { format: 'ghost' };
  },
  'imports.start': newImport,
  'imports.cancel': newImport,
};

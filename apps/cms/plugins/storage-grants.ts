import { z } from 'zod';
import { text } from '@galley/contract';
import type { Clock } from '@galley/kernel';
import type { Grant, Json, PluginStorageRepository } from '@galley/plugins';
import { grant } from './grant-input.ts';

const permission = 'storage';
const keyed = z.strictObject({ key: text() });

export interface StorageGrantParts {
  readonly storage: PluginStorageRepository;
  readonly clock: Clock;
}

export function storageGrants({ storage, clock }: StorageGrantParts): readonly Grant[] {
  return [
    grant({
      name: 'storage.get',
      permission,
      input: keyed,
      run: async ({ key }, { name }) => {
        const value = await storage.get(name, key);
        return value === undefined ? null : (JSON.parse(value) as Json);
      },
    }),
    grant({
      name: 'storage.set',
      permission,
      input: z.strictObject({ key: text(), value: z.json() }),
      run: async ({ key, value }, { name }) => {
        await storage.set(name, { key, value: JSON.stringify(value), at: clock.now() });
        return null;
      },
    }),
    grant({
      name: 'storage.delete',
      permission,
      input: keyed,
      run: async ({ key }, { name }) => {
        await storage.delete(name, key);
        return null;
      },
    }),
    grant({
      name: 'storage.keys',
      permission,
      input: z.strictObject({ prefix: text().default('') }).nullable(),
      run: async (given, { name }) => storage.keys(name, given?.prefix ?? ''),
    }),
  ];
}

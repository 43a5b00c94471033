import { generateKeys, type AgeKeys } from './identity.ts';

export const newKeys = (): Promise<AgeKeys> => generateKeys(new Date('2026-06-01T08:00:00Z'));

export const reading =
  ({ identityFile }: AgeKeys): (() => Promise<string>) =>
  () =>
    Promise.resolve(identityFile);

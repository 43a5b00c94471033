import { SoftPasskey } from '@galley/testing';
import { expect, test, vi } from 'vitest';
import { verifyAddition, type PasskeyAddition } from './passkey-verification.ts';

const site = { origin: 'https://news.example.org', rpId: 'news.example.org' };
const options = { challenge: 'Y2hhbGxlbmdl', user: { id: 'dXNlcg' } };

const created = (): PasskeyAddition => ({
  ...(new SoftPasskey(site).create(options) as PasskeyAddition),
  clientExtensionResults: {},
});

/** `fmt` and `attStmt` come first in the map of the authenticator in software. */
function withAttestation(response: PasskeyAddition, statement: string): PasskeyAddition {
  const none = Buffer.from('a363666d74646e6f6e656761747453746d74a0', 'hex');
  const given = Buffer.from(response.response.attestationObject, 'base64url');
  expect(given.subarray(0, none.length)).toEqual(none);
  const changed = Buffer.concat([Buffer.from(statement, 'hex'), given.subarray(none.length)]);
  const attestationObject = changed.toString('base64url');
  return { ...response, response: { ...response.response, attestationObject } };
}

const packedWithCertificate =
  'a363666d74667061636b65646761747453746d74a363616c672663736967410063783563814100';
const tpm = 'a363666d746374706d6761747453746d74a0';

test('takes an answer without attestation, and spends its challenge', async () => {
  const useChallenge = vi.fn(() => Promise.resolve(true));
  const { publicKey, ...facts } = await verifyAddition(created(), { site, useChallenge });
  expect(facts).toMatchObject({ counter: 0, isSynced: false, transports: ['internal'] });
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(77);
  expect(useChallenge.mock.calls).toEqual([[options.challenge]]);
});

test.each([
  ['a certificate', packedWithCertificate],
  ['another format', tpm],
  ['no format', 'a0'],
])('ADD-PKY-6: refuses an attestation with %s before anything else', async (_name, statement) => {
  const useChallenge = vi.fn(() => Promise.resolve(true));
  const fetched = vi.spyOn(globalThis, 'fetch');
  const answer = verifyAddition(withAttestation(created(), statement), { site, useChallenge });
  await expect(answer).rejects.toMatchObject({ code: 'passkey_invalid' });
  expect(useChallenge).not.toHaveBeenCalled();
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});

test.each([
  '',
  'bm90IGpzb24',
  'bnVsbA',
  Buffer.from('{"challenge":{"a":1}}').toString('base64url'),
])('refuses client data %j', async (clientDataJSON) => {
  const response = created();
  const changed = { ...response, response: { ...response.response, clientDataJSON } };
  const answer = verifyAddition(changed, { site, useChallenge: () => Promise.resolve(true) });
  await expect(answer).rejects.toMatchObject({ code: 'passkey_invalid' });
});

test('passes on the failure of a database that does not answer', async () => {
  const failure = new Error('gone');
  const answer = verifyAddition(created(), { site, useChallenge: () => Promise.reject(failure) });
  await expect(answer).rejects.toBe(failure);
});

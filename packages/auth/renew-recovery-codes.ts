import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { SecondFactorRepository } from './second-factor-repository.ts';

/** Replaces earlier codes. The new ones cannot be read again. */
export async function renewRecoveryCodes(
  factors: SecondFactorRepository,
  username: string,
  at: Date,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(username, code)!);
  await factors.replaceRecoveryCodes(username, hashes, at);
  return codes;
}

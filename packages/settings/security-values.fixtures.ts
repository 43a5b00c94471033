export const securityDefaults = {
  sessionTtl: 1_800_000,
  sessionAbsoluteTtl: 43_200_000,
  requireMfa: false,
  requirePasskey: [],
  tokenMaxLifetime: 31_622_400_000,
};

/** As `config.test.ts` sets them. */
export const givenSecurity = {
  sessionTtl: 300_000,
  sessionAbsoluteTtl: 604_800_000,
  requireMfa: true,
  requirePasskey: ['admin'],
  tokenMaxLifetime: 31_622_400_000,
  encryptionKey: '0123456789abcdefghijklmnopqrstuv',
};

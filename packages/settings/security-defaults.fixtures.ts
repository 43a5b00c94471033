export const securityDefaults = {
  sessionTtl: 1_800_000,
  sessionAbsoluteTtl: 43_200_000,
  requireMfa: false,
  requirePasskey: [],
  tokenMaxLifetime: 31_622_400_000,
};

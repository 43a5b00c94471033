const { GALLEY_CRASH_ROUNDS: rounds, GALLEY_CRASH_SEED: seed } = process.env;

/** How often the crash test kills the server, and what its choices begin with. */
export const crashTest = {
  rounds: Number(rounds ?? 12),
  seed: Number(seed ?? Date.now() % 1_000_000),
  isByHand: rounds !== undefined,
};

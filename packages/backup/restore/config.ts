const { GALLEY_CRASH_ROUNDS: rounds, GALLEY_CRASH_SEED: seed } = process.env;

/** Number of kills of a restoring process, and the seed of their times. */
export const crashes = { rounds: Number(rounds ?? 2), seed: Number(seed ?? 7) };

const { GALLEY_CRASH_ROUNDS: rounds, GALLEY_CRASH_SEED: seed } = process.env;

/** How often the test kills a process that restores, and by which sequence of random numbers. */
export const crashes = { rounds: Number(rounds ?? 4), seed: Number(seed ?? 7) };

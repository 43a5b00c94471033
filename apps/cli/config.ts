const { GALLEY_CRASH_ROUNDS: rounds, GALLEY_CRASH_SEED: seed } = process.env;

/** How often the crash test kills the server, and what its choices begin with. */
export const crashTest = {
  rounds: Number(rounds ?? 3),
  seed: Number(seed ?? Date.now() % 1_000_000),
  isByHand: rounds !== undefined,
};

const {
  GALLEY_MODEL_RUNS: runs,
  GALLEY_MODEL_SEED: modelSeed,
  GALLEY_MODEL_PATH: path,
} = process.env;

/** How many random sequences of the editorial workflow are played, and which: a failure names its seed and path. */
export const modelTest = {
  runs: Number(runs ?? 10),
  seed: Number(modelSeed ?? Date.now() % 1_000_000_000),
  path,
  isByHand: runs !== undefined,
};

const {
  GALLEY_COORDINATION_ROUNDS: coordinationRounds,
  GALLEY_COORDINATION_SEED: coordinationSeed,
} = process.env;

/** How often coordinators are killed while they work, and what the choices begin with. */
export const coordinationTest = {
  rounds: Number(coordinationRounds ?? 3),
  seed: Number(coordinationSeed ?? Date.now() % 1_000_000),
  isByHand: coordinationRounds !== undefined,
};

const { GALLEY_MEDIA_KILL_ROUNDS: mediaKillRounds } = process.env;

/** How often a server is killed while media come and go. */
export const mediaKillTest = { rounds: Number(mediaKillRounds ?? 2) };

/** Where a person's own configuration is, as the desktop has it. */
export const serviceEnvironment = { configHome: process.env.XDG_CONFIG_HOME };

const { GALLEY_CRASH_ROUNDS: rounds, GALLEY_CRASH_SEED: seed } = process.env;

export const crashTest = {
  rounds: Number(rounds ?? 1),
  seed: Number(seed ?? Date.now() % 1_000_000),
  isByHand: rounds !== undefined,
};

const {
  GALLEY_MODEL_RUNS: runs,
  GALLEY_MODEL_SEED: modelSeed,
  GALLEY_MODEL_PATH: path,
} = process.env;

export const modelTest = {
  runs: Number(runs ?? 3),
  seed: Number(modelSeed ?? Date.now() % 1_000_000_000),
  path,
  isByHand: runs !== undefined,
};

const {
  GALLEY_COORDINATION_ROUNDS: coordinationRounds,
  GALLEY_COORDINATION_SEED: coordinationSeed,
} = process.env;

export const coordinationTest = {
  rounds: Number(coordinationRounds ?? 1),
  seed: Number(coordinationSeed ?? Date.now() % 1_000_000),
  isByHand: coordinationRounds !== undefined,
};

const { GALLEY_MEDIA_KILL_ROUNDS: mediaKillRounds } = process.env;

export const mediaKillTest = { rounds: Number(mediaKillRounds ?? 1) };

export const serviceEnvironment = { configHome: process.env.XDG_CONFIG_HOME };

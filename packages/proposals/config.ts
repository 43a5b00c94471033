const { GALLEY_HISTORIES: histories, GALLEY_HISTORIES_SEED: seed } = process.env;

export const historyTest = {
  /** 200 before a release; each takes about a second. */
  histories: Number(histories ?? 50),
  seed: Number(seed ?? Date.now() % 1_000_000),
};

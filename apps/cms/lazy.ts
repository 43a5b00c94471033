/** Loading all modules takes longer than most commands, so this loads the function's module on the first call. */
export function lazy<Given extends unknown[], Result>(
  load: () => Promise<(...given: Given) => Result | Promise<Result>>,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    const loaded = await load();
    return loaded(...given);
  };
}

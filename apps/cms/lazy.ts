/**
 * Wraps a function so that its module loads on the first call. Loading everything takes longer than most commands, so a
 * command loads only its own dependencies.
 */
export function lazy<Given extends unknown[], Result>(
  load: () => Promise<(...given: Given) => Result | Promise<Result>>,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    const loaded = await load();
    return loaded(...given);
  };
}

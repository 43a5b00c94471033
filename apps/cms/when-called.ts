/**
 * A function that is loaded when it is first called, with all that it imports: a command does not wait for what others
 * need. Loading everything takes longer than most commands.
 */
export function whenCalled<Given extends unknown[], Result>(
  load: () => Promise<(...given: Given) => Result | Promise<Result>>,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    const loaded = await load();
    return loaded(...given);
  };
}

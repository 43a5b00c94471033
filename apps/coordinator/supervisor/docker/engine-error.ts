/** Whether the engine answered with one of these statuses. */
export function isAnswer(error: unknown, ...statuses: readonly number[]): boolean {
  return statuses.includes((error as { statusCode?: number }).statusCode ?? 0);
}

/** Undefined where the engine says that there is no such thing. */
export async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isAnswer(error, 404)) return undefined;
    throw error;
  }
}

/** For what is to be so, and may be so already or be gone. */
export async function unless(statuses: readonly number[], asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!isAnswer(error, ...statuses)) throw error;
  }
}

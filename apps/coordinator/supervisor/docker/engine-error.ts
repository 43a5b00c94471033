export function isAnswer(error: unknown, ...statuses: readonly number[]): boolean {
  return statuses.includes((error as { statusCode?: number }).statusCode ?? 0);
}

/** `undefined` if the engine answers 404. */
export async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isAnswer(error, 404)) return undefined;
    throw error;
  }
}

export async function unless(statuses: readonly number[], asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!isAnswer(error, ...statuses)) throw error;
  }
}

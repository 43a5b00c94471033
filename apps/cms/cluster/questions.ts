/** Questions to another process, until they are answered. */
export class Questions<Answer> {
  readonly #open = new Map<number, (answer: Answer | undefined) => void>();
  readonly #patienceMilliseconds: number;
  #last = 0;

  constructor(patienceMilliseconds: number) {
    this.#patienceMilliseconds = patienceMilliseconds;
  }

  /** `send` asks, under a number that the answer comes back with. Undefined when none comes in time. */
  async ask(send: (question: number) => void): Promise<Answer | undefined> {
    const question = (this.#last += 1);
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    this.#open.set(question, resolve);
    const late = setTimeout(() => resolve(undefined), this.#patienceMilliseconds);
    send(question);
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      this.#open.delete(question);
    }
  }

  answer(question: number, answer: Answer): void {
    this.#open.get(question)?.(answer);
  }
}

import { createStore } from './store.ts';

/** Ways to recover from a refused request: sign in again, or confirm the password. */
export type Remedy = 'sign_in' | 'confirm';

interface Asked {
  readonly remedy: Remedy;
  readonly answer: (isDone: boolean) => void;
}

/** Current prompt, or null. app/session-sheet.tsx shows it. */
const asked = createStore<Asked | null>(null);

export const remedies = {
  asked,

  /** Shows the prompt over the page; resolves when the user completes or cancels it. */
  ask(remedy: Remedy): Promise<boolean> {
    return new Promise((resolve) => {
      asked.set({
        remedy,
        answer: (isDone) => {
          asked.set(null);
          resolve(isDone);
        },
      });
    });
  },
};

import { createStore } from './store.ts';

/** What a person can do about a refusal: sign in again, or type the password once more. */
export type Remedy = 'sign_in' | 'confirm';

interface Asked {
  readonly remedy: Remedy;
  readonly answer: (isDone: boolean) => void;
}

/** Null while nobody is asked. app/session-sheet.tsx shows it. */
const asked = createStore<Asked | null>(null);

export const remedies = {
  asked,

  /** Shows the sheet over the page; resolves once it is done or given up. */
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

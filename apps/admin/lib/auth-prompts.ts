import { createStore } from './store.ts';

/** Ways to recover from a refused request: sign in again, or confirm the password. */
export type AuthPrompt = 'sign_in' | 'confirm';

interface PendingPrompt {
  readonly remedy: AuthPrompt;
  readonly answer: (isDone: boolean) => void;
}

/** Current prompt, or null. app/auth-dialog.tsx shows it. */
const pendingPrompt = createStore<PendingPrompt | null>(null);

export const authPrompts = {
  asked: pendingPrompt,

  /** Shows the prompt over the page; resolves when the user completes or cancels it. */
  ask(remedy: AuthPrompt): Promise<boolean> {
    return new Promise((resolve) => {
      pendingPrompt.set({
        remedy,
        answer: (isDone) => {
          pendingPrompt.set(null);
          resolve(isDone);
        },
      });
    });
  },
};

import { createStore } from './store.ts';

export type AuthPrompt = 'sign_in' | 'confirm';

interface PendingPrompt {
  readonly remedy: AuthPrompt;
  readonly answer: (isDone: boolean) => void;
}

const pendingPrompt = createStore<PendingPrompt | null>(null);

export const authPrompts = {
  asked: pendingPrompt,

  /** Resolves when the user completes or cancels the prompt. */
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

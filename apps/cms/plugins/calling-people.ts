import { newId, type Actor } from '@galley/kernel';
import { pluginProblems } from '@galley/plugins';

/**
 * The people whose calls plugins are answering at the moment. A plugin knows them by a key that is good for as long as
 * its call, and may ask with it for what that person may see.
 */
export class CallingPeople {
  readonly #calls = new Map<string, { readonly actor: Actor; readonly plugin: string }>();

  async during<T>(actor: Actor, plugin: string, work: (key: string) => Promise<T>): Promise<T> {
    const key = newId();
    this.#calls.set(key, { actor, plugin });
    try {
      return await work(key);
    } finally {
      this.#calls.delete(key);
    }
  }

  /** Throws `invalid_call` for a key that is not, or no longer, one of this plugin's. */
  get(key: string, plugin: string): Actor {
    const call = this.#calls.get(key);
    if (call?.plugin === plugin) return call.actor;
    throw pluginProblems.invalid_call(
      'as is to be the caller.key of a call that this plugin is answering now.',
    );
  }
}

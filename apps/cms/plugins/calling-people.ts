import { newId, type Actor } from '@galley/kernel';
import { pluginProblems } from '@galley/plugins';

/** User names; null when the people are unknown. */
export type OnBehalfOf = readonly string[] | null;

interface Occasion {
  /** Absent when all plugins get the event. */
  readonly plugin?: string | undefined;
  readonly onBehalfOf: OnBehalfOf;
}

/** A plugin knows its caller by a key that is valid during the call. */
export class PluginCallers {
  readonly #calls = new Map<string, { readonly actor: Actor; readonly plugin: string }>();
  readonly #occasions = new Set<Occasion>();
  /** The occasion that ended last, by plugin: a plugin may continue working after it has answered. */
  readonly #last = new Map<string | undefined, Occasion>();
  readonly #lastCallers = new Map<string, Actor>();

  during<T>(actor: Actor, plugin: string, work: (key: string) => Promise<T>): Promise<T> {
    const { username, onBehalfOf = [] } = actor;
    const occasion = { plugin, onBehalfOf: onBehalfOf && [username, ...onBehalfOf] };
    return this.on(occasion, async () => {
      const key = newId();
      this.#calls.set(key, { actor, plugin });
      this.#lastCallers.set(plugin, actor);
      try {
        return await work(key);
      } finally {
        this.#calls.delete(key);
      }
    });
  }

  async on<T>(occasion: Occasion, work: () => Promise<T>): Promise<T> {
    this.#occasions.add(occasion);
    try {
      return await work();
    } finally {
      this.#occasions.delete(occasion);
      this.#last.set(occasion.plugin, occasion);
    }
  }

  /** Concurrent calls are indistinguishable, so each action must be allowed to all of these people. */
  callersOf(plugin: string): readonly Actor[] {
    const current = [...this.#calls.values()].filter((call) => call.plugin === plugin);
    const last = this.#lastCallers.get(plugin);
    const actors = current.length > 0 ? current.map(({ actor }) => actor) : last ? [last] : [];
    return [...new Map(actors.map((actor) => [actor.username, actor])).values()];
  }

  /** Everybody whose work is in progress, or else the people of the last work (ADD-IND-1). */
  actingFor(plugin: string): OnBehalfOf {
    const isIts = (occasion: Occasion): boolean =>
      occasion.plugin === undefined || occasion.plugin === plugin;
    const current = [...this.#occasions].filter(isIts);
    const last = [this.#last.get(plugin), this.#last.get(undefined)].filter((one) => !!one);
    const names = (current.length > 0 ? current : last).map(({ onBehalfOf }) => onBehalfOf);
    return names.includes(null) ? null : [...new Set(names.flatMap((some) => some ?? []))];
  }

  /** @throws `invalid_call` for a key that is not, or no longer, valid for this plugin */
  get(key: string, plugin: string): Actor {
    const call = this.#calls.get(key);
    if (call?.plugin === plugin) return call.actor;
    throw pluginProblems.invalid_call(
      'as must be the caller.key of a call that this plugin is currently answering.',
    );
  }
}

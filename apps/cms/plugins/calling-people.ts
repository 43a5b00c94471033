import { newId, type Actor } from '@galley/kernel';
import { pluginProblems } from '@galley/plugins';

/** User names of people; null when nobody can tell who they are. */
export type BehalfOf = readonly string[] | null;

interface Occasion {
  /** Absent when all plugins are told. */
  readonly plugin?: string | undefined;
  readonly onBehalfOf: BehalfOf;
}

/**
 * On whose calls, events and jobs plugins work at the moment. A plugin knows its caller by a key that is good for as
 * long as the call, and may ask with it for what that person may see.
 */
export class CallingPeople {
  readonly #calls = new Map<string, { readonly actor: Actor; readonly plugin: string }>();
  readonly #occasions = new Set<Occasion>();
  /** By plugin, the occasion that ended last: a plugin may go on working after it has answered. */
  readonly #last = new Map<string | undefined, Occasion>();
  /** By plugin, whose call began last. */
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

  /** Does what lets plugins work, on behalf of these people. */
  async on<T>(occasion: Occasion, work: () => Promise<T>): Promise<T> {
    this.#occasions.add(occasion);
    try {
      return await work();
    } finally {
      this.#occasions.delete(occasion);
      this.#last.set(occasion.plugin, occasion);
    }
  }

  /**
   * The people for whom the routes of a plugin may be working now. Its calls cannot be told apart; everything it does
   * has to be allowed to all of them.
   */
  callersOf(plugin: string): readonly Actor[] {
    const current = [...this.#calls.values()].filter((call) => call.plugin === plugin);
    const last = this.#lastCallers.get(plugin);
    const actors = current.length > 0 ? current.map(({ actor }) => actor) : last ? [last] : [];
    return [...new Map(actors.map((actor) => [actor.username, actor])).values()];
  }

  /**
   * For whom a plugin may be acting now (ADD-IND-1). Its calls cannot be told apart, so that it acts for everyone whose
   * work is under way, or else for those of the last.
   */
  actingFor(plugin: string): BehalfOf {
    const isIts = (occasion: Occasion): boolean =>
      occasion.plugin === undefined || occasion.plugin === plugin;
    const current = [...this.#occasions].filter(isIts);
    const last = [this.#last.get(plugin), this.#last.get(undefined)].filter((one) => !!one);
    const names = (current.length > 0 ? current : last).map(({ onBehalfOf }) => onBehalfOf);
    return names.includes(null) ? null : [...new Set(names.flatMap((some) => some ?? []))];
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

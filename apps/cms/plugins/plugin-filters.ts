import { canonicalJson, sha256, type Logger } from '@galley/kernel';
import type { PluginBlock, PluginHost } from '@galley/plugins';
import { noFilters, type BlockCall, type PageFilters } from '@galley/site';

interface Maker {
  readonly plugin: string;
  readonly block: PluginBlock;
}

type Host = Pick<PluginHost, 'running' | 'has' | 'filter' | 'call' | 'subscribe'>;

/** Content read through these permissions can change independently of the page. */
const readsContent = (permission: string): boolean => /^(documents|media)\./.test(permission);

/** The page filters of the running plugins; `current` stays the same object until a plugin starts, stops or changes. */
export class PluginFilters {
  readonly #host: Host;
  readonly #logger: Logger;
  #current: PageFilters = noFilters;
  #blocks: readonly PluginBlock[] = [];

  constructor(host: Host, logger: Logger) {
    this.#host = host;
    this.#logger = logger;
    this.#renew();
    host.subscribe(() => this.#renew());
  }

  readonly current = (): PageFilters => this.#current;

  /** By name. */
  readonly listBlocks = (): readonly PluginBlock[] => this.#blocks;

  #renew(): void {
    const host = this.#host;
    const changing = host
      .running()
      .filter(({ manifest: { filters, blocks } }) => filters.length + blocks.length > 0);
    const makers = new Map<string, Maker>();
    // When two plugins define a block of the same name, the first plugin by name wins.
    for (const { manifest } of changing)
      for (const block of manifest.blocks)
        if (!makers.has(block.name)) makers.set(block.name, { plugin: manifest.name, block });
    this.#blocks = [...makers.values()]
      .map(({ block }) => block)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    if (changing.length === 0) {
      this.#current = noFilters;
      return;
    }
    this.#current = {
      key: sha256(canonicalJson(changing.map(({ manifest, key }) => [manifest.name, key]))),
      get failures() {
        return changing.reduce((sum, { counts }) => sum + counts.failures, 0);
      },
      readsContent: changing.some(({ manifest }) => manifest.permissions.some(readsContent)),
      blocks: new Set(makers.keys()),
      has: (filter) => host.has(filter),
      filter: (filter, html, about) => host.filter(filter, html, about as never),
      block: (call) => this.#block(makers.get(call.name)!, call),
    };
  }

  async #block(
    { plugin, block }: Maker,
    { name, isInline, ...call }: BlockCall,
  ): Promise<string | undefined> {
    try {
      const attributes = withDefaults(block.parameters, call.attributes);
      const input = { ...call, attributes, name, inline: isInline };
      const html = await this.#host.call(plugin, `block:${name}`, input);
      return typeof html === 'string' ? html : undefined;
    } catch (error) {
      // The host has counted and logged the plugin's error.
      this.#logger.debug('block not rendered', {
        plugin,
        block: name,
        error: String(error),
      });
      return undefined;
    }
  }
}

/** As written in a text: `false` and absent are the same. */
function withDefaults(
  parameters: PluginBlock['parameters'],
  attributes: BlockCall['attributes'],
): BlockCall['attributes'] {
  const absent = parameters.flatMap(({ name, type, default: value }) => {
    const isGiven = type === 'boolean' ? Object.hasOwn(attributes, name) : attributes[name];
    const isDefault = typeof value === 'string' || typeof value === 'number' || value === true;
    return isGiven || !isDefault ? [] : [[name, String(value)] as const];
  });
  return { ...attributes, ...Object.fromEntries(absent) };
}

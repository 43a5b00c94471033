import {
  changesText,
  contentProblems,
  isClientKey,
  makesPublic,
  type Change,
  type DocumentGate,
  type IndexedDocument,
} from '@galley/content';
import { fieldError, type FieldError, type Logger } from '@galley/kernel';
import {
  pluginProblems,
  type CheckAnswer,
  type CheckName,
  type Json,
  type PluginHost,
} from '@galley/plugins';
import { listFormats, listFields, type SiteSettings } from '@galley/settings';

export interface PluginGateOptions {
  readonly host: Pick<PluginHost, 'check' | 'guards'>;
  readonly settings: () => SiteSettings;
  readonly logger: Logger;
  /** Starts checks in processes that do not run plugins otherwise. */
  readonly prepare: () => Promise<void>;
}

/**
 * Lets plugins refuse saves and publications (ADD-PLUG-7). A plugin that cannot answer stops publications, which would
 * show readers what nobody has checked, but no saves, which would lose a writer's work (ADD-PLUG-8).
 */
export class PluginGate implements DocumentGate {
  readonly #options: PluginGateOptions;

  constructor(options: PluginGateOptions) {
    this.#options = options;
  }

  prepare(): Promise<void> {
    return this.#options.prepare();
  }

  /** @throws `invalid_fields` with the objections, `check_failed` */
  async check(change: Change, before: IndexedDocument | undefined): Promise<void> {
    const { host } = this.#options;
    const isSave = changesText(change, before);
    const isPublication = makesPublic(change);
    if (!isSave && !isPublication) return;
    const ask = (hook: CheckName): Promise<readonly CheckAnswer[]> =>
      host.check(`check:${hook}`, documentFor(change, before));
    if (isSave) this.#require(await ask('document.save'), 'save');
    if (!isPublication) return;
    await this.#requireGuards();
    this.#require(await ask('document.publish'), 'publish');
    this.#require(await this.#validate(change), 'publish');
  }

  async #requireGuards(): Promise<void> {
    const [guard] = await this.#options.host.guards();
    if (guard) throw checkFailed(guard.plugin, guard.reason);
  }

  #require(answers: readonly CheckAnswer[], kind: 'save' | 'publish'): void {
    const { logger } = this.#options;
    const errors: FieldError[] = [];
    for (const given of answers) {
      const { plugin } = given;
      if ('objections' in given) {
        const found = given.objections.map(({ field, message }) =>
          fieldError(pathOf(field), 'refused_by_plugin', { text: message, plugin }),
        );
        errors.push(...found);
      } else if (kind === 'publish') throw checkFailed(plugin, given.failure);
      else logger.warn('saved without the check of a plugin', { plugin, reason: given.failure });
    }
    if (errors.length > 0) throw contentProblems.invalid_fields.at(errors, introductions[kind]);
  }

  /** Values of field types, each checked by its plugin. */
  async #validate({ document }: Change): Promise<readonly CheckAnswer[]> {
    const { host, settings } = this.#options;
    const { place, metadata } = document;
    const definitions = listFields(settings().customFields, place.type);
    const answers: CheckAnswer[] = [];
    for (const { format, path, value } of listFormats(definitions, metadata.fields)) {
      const [plugin = '', type = ''] = format.split('/');
      const given = await host.check(`validator:${type}`, value as Json, plugin);
      answers.push(...given.map((answer) => at(`fields.${path}`, answer)));
      // A list can have many values, and each could take as long.
      if (given.some((answer) => 'failure' in answer)) break;
    }
    return answers;
  }
}

/** The validator knows the value, and not which field has it. */
function at(path: string, answer: CheckAnswer): CheckAnswer {
  if (!('objections' in answer)) return answer;
  const objections = answer.objections.map(({ field, message }) => ({
    field: field === '' ? path : `${path}.${field}`,
    message,
  }));
  return { ...answer, objections };
}

const introductions = {
  save: 'It cannot be saved: ',
  publish: 'It cannot be published yet: ',
} as const;

/** The paths of other field errors. */
function pathOf(field: string): string {
  const isPath = field === '' || field === 'content' || /^fields(?:\.|$)/.test(field);
  return isPath ? field : `frontmatter.${field}`;
}

function checkFailed(plugin: string, reason: string): Error {
  return pluginProblems.check_failed(
    `Nothing was published: the plugin ${plugin} has to check publications, and cannot (${reason}). An administrator can repair or disable it under Plugins.`,
    { plugin },
  );
}

/** Values and state after the change. */
function documentFor(
  { document, decision, author, kind }: Change,
  before: IndexedDocument | undefined,
): Json {
  const { place, values, body } = document;
  const { path, id, type, lang } = place;
  const { title } = document.metadata;
  const own = Object.entries(values).filter(([key]) => isClientKey(key));
  return {
    path,
    id,
    type,
    lang,
    title,
    by: author,
    kind,
    status: decision.status,
    is_new: before === undefined,
    was_public: before?.publicHash != null,
    frontmatter: Object.fromEntries(own) as Json,
    content: body,
  };
}

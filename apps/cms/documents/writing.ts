import type { UserPictureRepository } from '@galley/auth';
import type {
  AddressService,
  Colleague,
  ColleagueService,
  PublishedReadModel,
} from '@galley/content';
import type { contract, AnswerOf } from '@galley/contract';
import type { Module } from '@galley/http';
import type { PluginBlock } from '@galley/plugins';
import {
  fieldLabel,
  listFields,
  pageKeysInForce,
  type PluginFieldTypes,
  type SiteSettings,
} from '@galley/settings';
import { includedBlocks, type Theme } from '@galley/site';
import { profilePictureOf } from '../people/profile-pictures.ts';

const maxLinkTargets = 20;

export interface WritingServices {
  readonly settings: () => SiteSettings;
  readonly theme: () => Pick<Theme, 'documentLayouts' | 'addressOfAsset' | 'shortcodes'>;
  readonly listBlocks: () => readonly PluginBlock[];
  readonly fieldTypes: () => PluginFieldTypes;
  readonly addresses: AddressService;
  readonly colleagues: ColleagueService;
  readonly published: PublishedReadModel;
  readonly pictures: Pick<UserPictureRepository, 'findHashes'>;
}

type WritingHandlers = Pick<
  Module<typeof contract.documents>,
  'types' | 'people' | 'address' | 'translations' | 'linkTargets'
>;

export function writingHandlers({
  settings,
  theme,
  listBlocks,
  fieldTypes,
  addresses,
  colleagues,
  published,
  pictures,
}: WritingServices): WritingHandlers {
  const withPictures = async (people: readonly Colleague[]) => {
    const hashes = await pictures.findHashes(people.map(({ username }) => username));
    return people.map(({ username, name, mayReview }) => ({
      username,
      name,
      picture: profilePictureOf(hashes, username),
      may_review: mayReview,
    }));
  };
  return {
    types: () => {
      const current = theme();
      return Promise.resolve({
        ...presentTypes(settings(), current.documentLayouts),
        blocks: presentBlocks(listBlocks(), current.shortcodes.names, settings()),
        field_types: presentFieldTypes(fieldTypes()),
        editor_style: current.addressOfAsset('editor.css') ?? null,
      });
    },

    people: async ({ actor, query: { path, q, for: purpose } }) => {
      if (purpose === 'byline') {
        const authors = await colleagues.listAuthors(actor, path, q);
        return withPictures(authors.map((author) => ({ ...author, mayReview: false })));
      }
      return withPictures(await colleagues.list(actor, path, q));
    },

    address: async ({ actor, query }) => {
      const { url, publicUrl, isTaken, takenBy } = await addresses.address(actor, query);
      return {
        url,
        public_url: publicUrl,
        is_taken: isTaken,
        taken_by: takenBy && { path: takenBy.place.path, title: takenBy.metadata.title },
      };
    },

    translations: async ({ actor, query: { path } }) => {
      const found = await addresses.translations(actor, path);
      return found.map(({ place, metadata, status }) => ({
        lang: place.lang,
        path: place.path,
        title: metadata.title,
        status,
      }));
    },

    linkTargets: ({ query: { q = '' } }) =>
      published.findByTitle(q.split(/\s+/).filter(Boolean), maxLinkTargets),
  };
}

function presentTypes(
  settings: SiteSettings,
  layouts: readonly string[],
): Omit<AnswerOf<typeof contract.documents.types>, 'blocks' | 'field_types' | 'editor_style'> {
  const { content, customFields, languages, timeZone, taxonomies, title, seo, url } = settings;
  const types = Object.entries(content.types);
  return {
    types: types.map(([name, { label = null }]) => ({
      name,
      label,
      fields: listFields(customFields, name).map((field) => ({ ...field })),
    })),
    languages: Object.keys(languages),
    layouts: layouts.map((name) => ({
      name,
      types: types.filter(([, { layout }]) => layout === name).map(([type]) => type),
    })),
    taxonomies: Object.entries(taxonomies).map(([name, { label = null }]) => ({ name, label })),
    page_keys: [...pageKeysInForce(customFields)],
    site: {
      url,
      titles: Object.fromEntries(
        Object.entries(languages).map(([lang, { title: own }]) => [lang, own ?? title]),
      ),
      title_separator: seo.titleSeparator,
      image: seo.image ?? null,
    },
    time_zone: timeZone,
  };
}

/** Plugin blocks replace templates of the same name, and those the included shortcodes. Only `form` is described. */
function presentBlocks(
  blocks: readonly PluginBlock[],
  shortcodes: ReadonlySet<string>,
  { forms }: SiteSettings,
) {
  const templates = [...shortcodes].map((name) => ({
    name,
    parameters: name === 'form' ? [formParameter(forms)] : [],
    inline: false,
  }));
  const found = new Map([
    ...includedBlocks.map(({ isInline, ...block }) => [block.name, { ...block, inline: isInline }]),
    ...templates.filter(({ name }) => name !== 'youtube').map((one) => [one.name, one]),
    ...blocks.map((block) => [block.name, { ...block, inline: false }]),
  ] as [string, { name: string; parameters: readonly object[]; inline: boolean }][]);
  return [...found.values()]
    .map(({ parameters, ...block }) => ({
      ...block,
      parameters: parameters.map((parameter) => ({ ...parameter })),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

const presentFieldTypes = (types: PluginFieldTypes) =>
  [...types].map(([format, field]) => ({ format, label: fieldLabel(field), type: field.type }));

function formParameter(forms: SiteSettings['forms']): PluginBlock['parameters'][number] {
  const options = Object.entries(forms).map(([value, { title }]) => ({ value, label: title }));
  return {
    name: 'name',
    label: 'Form',
    type: 'select',
    group: '',
    required: true,
    show: false,
    default: options[0]?.value ?? null,
    help: '',
    options,
    multiple: false,
    min: undefined,
    max: undefined,
    whole: false,
    to: [],
    format: '',
    input: undefined,
    fields: [],
  };
}

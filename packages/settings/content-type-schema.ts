import { z } from 'zod';
import { permalinkPattern } from './permalink-pattern.ts';
import {
  described,
  isMap,
  mapOf,
  mapValues,
  optional,
  sameShape,
  struct,
  type NamedMap,
} from './shape.ts';
import { folder, name, text } from './site-values.ts';

/** A kind of document, as `content.types` in `site.yaml` describes it. */
export interface ContentType {
  /** In the content tree, `posts` or `docs/guides`. */
  readonly folder: string;
  /** Pattern of the public addresses, without the language. */
  readonly permalink: string;
  /** The theme's layout for documents that name none. */
  readonly layout: string;
  readonly label: string | undefined;
}

const builtInTypes = new Map<string, object>([
  ['page', { folder: 'pages', permalink: '/:path/', layout: 'page' }],
  ['post', { folder: 'posts', permalink: '/posts/:path/', layout: 'post' }],
]);

const typeMap = mapOf(
  name(),
  struct({
    folder: described(folder(), { help: 'Where its documents lie in the content tree.' }),
    permalink: described(optional(permalinkPattern()), {
      help: 'The pattern of its addresses, such as /posts/:path/.',
    }),
    layout: described(optional(name()), {
      help: 'The layout of the theme for documents that name none.',
    }),
    label: described(optional(text()), { help: 'What people call it.' }),
  }),
);

/** `content.types`: when it is given, it lists all types; `page` and `post` need not repeat what is built in. */
export const contentTypes = sameShape(
  z.preprocess(
    withBuiltIns,
    typeMap
      .superRefine((types, context) => refuseNestedFolders(types, context))
      .transform(complete),
  ),
  typeMap,
);

function withBuiltIns(types: unknown): unknown {
  if (!isMap(types)) return types;
  return mapValues(types, (type, key) => {
    const builtIn = builtInTypes.get(key);
    if (!builtIn || (type !== null && !isMap(type))) return type;
    const given = Object.entries(type ?? {}).filter(([, inner]) => inner !== null);
    return { ...builtIn, ...Object.fromEntries(given) };
  });
}

type GivenTypes = z.output<typeof typeMap>;

function complete(types: GivenTypes): NamedMap<ContentType> {
  return mapValues(types, ({ folder: place, permalink, layout, label }, key) => ({
    folder: place,
    permalink: permalink ?? `/${place}/:path/`,
    layout: layout ?? key,
    label,
  }));
}

/** One file has one type, so no folder may be, or be in, the folder of another type. */
function refuseNestedFolders(types: GivenTypes, context: z.core.$RefinementCtx): void {
  const entries = Object.entries(types);
  for (const [index, [key, inner]] of entries.entries()) {
    // Of two types with the same folder, the later one is told.
    const other = entries.find(([, outer], at) =>
      isSame(inner.folder, outer.folder) ? at < index : isWithin(inner.folder, outer.folder),
    );
    if (!other) continue;
    const message = `must not be in ${other[1].folder}, the folder of type ${other[0]}`;
    context.addIssue({ code: 'custom', path: [key, 'folder'], message });
  }
}

// Without regard to case, because on many computers Posts and posts are one folder.
const isWithin = (inner: string, outer: string) =>
  `${inner}/`.toLowerCase().startsWith(`${outer}/`.toLowerCase());

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { permalinkPattern } from './permalink-pattern.ts';
import {
  addFaults,
  described,
  isMap,
  mapOf,
  mapValues,
  optional,
  copyShape,
  struct,
  type NamedMap,
} from './shape.ts';
import { folder, name, text } from './site-values.ts';

export interface ContentType {
  /** In the content tree, such as `posts` or `docs/guides`. */
  readonly folder: string;
  /** Without language prefix. */
  readonly permalink: string;
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
    folder: described(folder(), { help: 'Folder of its documents in the content tree.' }),
    permalink: described(optional(permalinkPattern()), {
      help: 'Address pattern, such as /posts/:path/.',
    }),
    layout: described(optional(name()), {
      help: 'Default layout of the theme.',
    }),
    label: described(optional(text()), { help: 'Displayed name.' }),
  }),
);

/** Lists all types when given; `page` and `post` inherit built-in values. */
export const contentTypes = copyShape(
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

/** Every file has one type, so folders of types must not be nested. */
function refuseNestedFolders(types: GivenTypes, context: z.core.$RefinementCtx): void {
  const entries = Object.entries(types);
  for (const [index, [key, inner]] of entries.entries()) {
    // For two types with the same folder, the later is reported.
    const other = entries.find(([, outer], at) =>
      isSame(inner.folder, outer.folder) ? at < index : isWithin(inner.folder, outer.folder),
    );
    if (!other) continue;
    const fault = fieldFault('inside_folder', { folder: other[1].folder, type: other[0] });
    addFaults(context, [{ path: [key, 'folder'], ...fault }]);
  }
}

// Ignores case, because many file systems do.
const isWithin = (inner: string, outer: string) =>
  `${inner}/`.toLowerCase().startsWith(`${outer}/`.toLowerCase());

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

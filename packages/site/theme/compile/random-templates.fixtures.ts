import fc from 'fast-check';
import { filtered, value } from './random-expressions.fixtures.ts';

/** Every language construct, nested in every way. */

function code(
  parts: TemplateStringsArray,
  ...places: readonly fc.Arbitrary<string>[]
): fc.Arbitrary<string> {
  return fc.tuple(...places).map((texts) => String.raw({ raw: parts }, ...texts));
}

const target = fc.constantFrom('a', 'b', 'item', 'made');
const blockName = fc.constantFrom('main', 'side', '');

const hash = fc.array(code`, ${target}: ${value}`, { maxLength: 2 }).map((pairs) => pairs.join(''));

const loopOptions = fc
  .array(
    fc.oneof(
      fc.constantFrom('reversed', 'limit: 2', 'limit: -1', 'offset: 1', 'offset: continue'),
      code`limit: ${value}`,
      code`offset:${value}`,
    ),
    { maxLength: 2 },
  )
  .map((options) => options.join(' '));

const binding = fc.oneof(
  fc.constant(''),
  code` with ${value}`,
  code` with ${value} as item`,
  code` for ${value} as item`,
  code` for ${value}`,
);

function fileName(partials: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...partials.map((partial) => `'${partial}'`)) },
    { weight: 1, arbitrary: fc.constantFrom("'{{ a }}'", 'b', "'lost'", 'none') },
  );
}

const text = fc.constantFrom('<p>', ' x ', '\n', '&amp;', '</p>\n', '  ');

const output = fc.oneof(
  code`{{ ${filtered} }}`,
  code`{{- ${filtered} -}}`,
  code`{{ ${value} | raw }}`,
);

const simpleTag = fc.oneof(
  code`{% assign ${target} = ${filtered} %}`,
  code`{% echo ${filtered} %}`,
  code`{% increment ${target} %}`,
  code`{%- decrement ${target} -%}`,
  code`{% cycle ${value}, ${value} %}`,
  code`{% cycle 'group': ${filtered}, 'x' %}`,
  code`{% liquid\nassign ${target} = ${value}\nif ${value}\necho a\nendif\n%}`,
  fc.constantFrom('{% break %}', '{% continue %}', '{% # nothing %}', '{% echo %}'),
  fc.constantFrom('{% comment %} {{ a }} {% endcomment %}', '{% raw %}{{ <a> }}{% endraw %}'),
);

function partialTag(partials: readonly string[]): fc.Arbitrary<string> {
  const name = fileName(partials);
  return fc.oneof(
    code`{% render ${name}${binding}${hash} %}`,
    code`{% include ${name}${hash} %}`,
    code`{% include ${name} with ${value}${hash} %}`,
  );
}

function blockTag(body: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    code`{% if ${filtered} %}${body}{% elsif ${filtered} %}${body}{% else %}${body}{% endif %}`,
    code`{% unless ${filtered} %}${body}{% elsif ${value} %}${body}{% else %}${body}{% endunless %}`,
    code`{% case ${filtered} %}{% when ${value}, ${value} %}${body}{% when ${value} or 'a' %}${body}{% else %}${body}{% endcase %}`,
    code`{% for item in ${value} ${loopOptions} %}${body}{% else %}${body}{% endfor %}`,
    code`{% for item in list ${loopOptions} %}${body}{% endfor %}`,
    code`{% tablerow item in ${value} cols: ${value} limit: 3 %}${body}{% endtablerow %}`,
    code`{% capture ${target} %}${body}{% endcapture %}`,
    code`{% block ${blockName} %}${body}{% endblock %}`,
  );
}

function template(partials: readonly string[]): fc.Arbitrary<string> {
  const leaf = fc.oneof(
    { weight: 3, arbitrary: text },
    { weight: 5, arbitrary: output },
    { weight: 4, arbitrary: simpleTag },
    ...(partials.length > 0 ? [{ weight: 2, arbitrary: partialTag(partials) }] : []),
  );
  const { node } = fc.letrec<{ node: string; body: string }>((tie) => ({
    body: fc.array(tie('node'), { maxLength: 3 }).map((parts) => parts.join('')),
    node: fc.oneof(
      { maxDepth: 3 },
      { weight: 5, arbitrary: leaf },
      { weight: 4, arbitrary: blockTag(tie('body')) },
    ),
  }));
  return fc.array(node, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
}

/** The first partial may render the second. */
export const randomTemplates: fc.Arbitrary<ReadonlyMap<string, string>> = fc
  .record({
    head: fc.constantFrom('', "{% layout 'base', b: a %}\n", '{% layout none %}'),
    page: template(['one', 'two']),
    base: template(['one', 'two']),
    one: template(['two']),
    two: template([]),
  })
  .map(({ head, page, base, one, two }) => {
    const [layouts, partials] = [
      { page: head + page, base },
      { one, two },
    ];
    return new Map([
      ...Object.entries(layouts).map(([name, made]) => [`layouts/${name}.liquid`, made] as const),
      ...Object.entries(partials).map(([name, made]) => [`partials/${name}.liquid`, made] as const),
    ]);
  });

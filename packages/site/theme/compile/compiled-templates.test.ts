import { describe, expect, test } from 'vitest';
import { RenderComparison, type Outcome } from './both-ways.fixtures.ts';

const partials = {
  'partials/name.liquid': '[{{ name }}{{ item }}{{ title }}{{ forloop.index }}]',
  'partials/counts.liquid': '{% increment n %}{% assign seen = n %}{{ seen }}',
  'partials/stops.liquid': 'a{% break %}b',
  'partials/breaks.liquid': 'x\n {{ "" | base64_decode }}{{ "?" | base64_decode }}',
  'layouts/base.liquid': '<{% block main %}base {{ title }}{% endblock %}|{{ part }}>',
  'layouts/unnamed.liquid': '<{% block %}{% endblock %}>',
};

function renderBoth(
  page: string,
  view: object = {},
  files: Readonly<Record<string, string>> = {},
): Outcome {
  const templates = new Map(Object.entries({ ...partials, ...files, 'layouts/page.liquid': page }));
  const both = new RenderComparison(templates);
  const rendering = { layout: 'page', view: () => structuredClone(view), theme: { color: 'red' } };
  const compiled = both.compiled(rendering);
  expect(compiled).toEqual(both.byLiquid(rendering));
  return compiled;
}

describe('a template shows what Liquid would show', () => {
  test.each<[string, string]>([
    ['{{ title }} {{ title | raw }} {% echo title %}', '&lt;b&gt; <b> &lt;b&gt;'],
    ['{{ n | plus: 1 | append: title }}', '3&lt;b&gt;'],
    ['{{ list }}{{ missing }}{{ nothing }}{{ when | date: "%Y" }}', 'abc2026'],
    ['{{ list.size }}{{ list.first }}{{ list.last }}{{ list[-1] }}{{ of[key] }}', '3acc1'],
    ['{% if list contains "b" and n > 1 or false %}y{% else %}n{% endif %}', 'y'],
    ['{% if title == blank %}1{% elsif empty == none.x %}2{% else %}3{% endif %}', '3'],
    ['{% unless nothing %}y{% endunless %}', 'y'],
    ['{% case n %}{% when 1, 2 %}a{% when 2 %}b{% else %}c{% endcase %}', 'ab'],
    ['{% for i in list reversed %}{{ forloop.rindex }}{{ i }}{% endfor %}', '3c2b1a'],
    ['{% for i in of %}{{ i[0] }}={{ i[1] }} {% endfor %}', 'a=1 '],
    ['{% for i in missing %}x{% else %}none{% endfor %}', 'none'],
    [
      '{% for i in (1..9) %}{% if i == 2 %}{% continue %}{% endif %}{{ i }}{% if i == 4 %}{% break %}{% endif %}{% endfor %}',
      '134',
    ],
    [
      '{% for i in list limit: 2 %}{{ i }}{% endfor %}{% for i in list offset: continue %}{{ i }}{% endfor %}',
      'abc',
    ],
    [
      '{% for i in list limit: 1 %}{{ forloop }}{% endfor %}',
      '{&#34;i&#34;:0,&#34;length&#34;:1,&#34;name&#34;:&#34;i-list&#34;}',
    ],
    [
      '{% tablerow i in list cols: 2 %}{% render "name", name: i %}{% endtablerow %}',
      '<tr class="row1"><td class="col1">[a]</td><td class="col2">[b]</td></tr><tr class="row2"><td class="col1">[c]</td></tr>',
    ],
    ['{% for i in list %}{% cycle "x", "y" %}{% endfor %}', 'xyx'],
    ['{% increment n %}{% increment n %}{% decrement n %}{{ n }}', '2333'],
    ['{% capture part %}{{ n }}!{% endcapture %}{{ part }}{% assign n = "z" %}{{ n }}', '2!z'],
    ['{% comment %}{{ n }}{% endcomment %}{% # n %}{% raw %}{{ n }}{% endraw %}', '{{ n }}'],
    ['{% liquid\n assign a = n | times: 2\n echo a\n%}', '4'],
    ['{{ theme.color }}{% render "name" %}', 'red[]'],
    ['{% render "name" with n as item %}{% render "name" for list as item %}', '[2][a1][b2][c3]'],
    ['{% include "name" %}', '[&lt;b&gt;]'],
    ['{% assign file = "name" %}{% render file, name: n %}{% render "na{{ last }}" %}', '[2][]'],
    ['{% render "counts" %}{% render "counts" %}{{ seen }}', '0101'],
    ['{% render "stops" for list %}', 'aaa'],
    ['{{ constructor }}{{ list.map }}{{ title.__proto__ }}', ''],
  ])('%s', (template, expected) => {
    const view = {
      title: '<b>',
      n: 2,
      list: ['a', 'b', 'c'],
      nothing: null,
      of: { a: 1 },
      key: 'a',
      last: 'me',
      when: new Date('2026-05-01'),
    };
    expect(renderBoth(template, view)).toBe(expected);
  });

  test('in the blocks of its layout, with what the layout has for them', () => {
    const page =
      '{% layout "base", part: n %}{% block main %}page, {{ block.super }}{% endblock %}';
    expect(renderBoth(page, { n: 1, title: 'T' })).toBe('<page, base T|1>');
    expect(renderBoth('{% layout "base" %}', { title: 'T' })).toBe('<base T|>');
    expect(renderBoth('{% layout "unnamed" %}all {{ title }}', { title: 'T' })).toBe('<all T>');
    expect(renderBoth('{% layout none %}{% block a %}x{% endblock %}')).toBe('x');
  });

  test('through layouts of layouts', () => {
    const files = {
      'layouts/middle.liquid':
        '{% layout "base" %}{% block main %}({% block inner %}-{% endblock %}){% endblock %}',
    };
    expect(renderBoth('{% layout "middle" %}{% block inner %}x{% endblock %}', {}, files)).toBe(
      '<(x)|>',
    );
  });
});

describe('a template that fails says where', () => {
  test.each<[string, object]>([
    ['a\n{{ "x" | append }}', { file: 'layouts/page.liquid', line: 2, column: 1 }],
    [
      '{% if true %}\n {{ (1..a) }}{% endif %}',
      { message: 'memory alloc limit exceeded', line: 2 },
    ],
    ['a {% render "breaks" %}', { file: 'partials/breaks.liquid', line: 2, column: 26 }],
    ['{% assign x = "no" %}\n{% render x %}', { line: 2, column: 1 }],
    ['{% render missing %}', { message: 'illegal file path "undefined"' }],
    [
      '{% layout "base" %}{% block main %}{{ "?" | base64_decode }}{% endblock %}',
      { file: 'layouts/page.liquid', line: 1, column: 36 },
    ],
    ['{% block a %}{% include "self" %}{% endblock %}', { file: 'partials/self.liquid' }],
    [
      '{% for forloop in (1..2) %}{% endfor %}',
      { file: 'layouts/page.liquid', line: 1, column: 1 },
    ],
  ])('%j', (template, place) => {
    const files = { 'partials/self.liquid': '{% block a %}{% include "self" %}{% endblock %}' };
    expect(renderBoth(template, { a: 1e12 }, files)).toMatchObject(place);
  });
});

describe('a hostile template is stopped', () => {
  test.each([
    ['a partial that renders itself', '{% render "self" %}'],
    ['a partial that includes itself', '{% include "self" %}'],
    ['a layout that is its own layout', '{% layout "page" %}'],
  ])('%s', (_case, template) => {
    expect(renderBoth(template, {}, { 'partials/self.liquid': template })).toMatchObject({
      message: 'the template renders itself without end',
    });
  });

  test('a text that doubles', () => {
    const text =
      '{% assign s = "ab" %}{% for i in (1..99) %}{% assign s = s | append: s %}{% endfor %}';
    expect(renderBoth(text)).toMatchObject({ message: 'memory alloc limit exceeded', column: 44 });
  });

  test('loops in loops with nothing in them', { timeout: 30_000 }, () => {
    const open = '{% for i in r %}'.repeat(4);
    const loops = `{% assign r = (1..9999) %}${open}${'{% endfor %}'.repeat(4)}`;
    expect(renderBoth(loops)).toMatchObject({ message: 'template render limit exceeded' });
  });

  test('more text than a page may have, though no filter made it', () => {
    const text = 'x'.repeat(999);
    const templates = new Map([
      ['layouts/page.liquid', `{% for i in (1..99999) %}${text}{% endfor %}`],
      [
        'layouts/kept.liquid',
        `{% for i in (1..99999) %}{% capture c %}${text}{% endcapture %}{% endfor %}`,
      ],
    ]);
    const both = new RenderComparison(templates);
    for (const layout of ['page', 'kept']) {
      expect(both.compiled({ layout, view: () => ({}) })).toMatchObject({
        file: `layouts/${layout}.liquid`,
        message: 'memory alloc limit exceeded',
      });
    }
  });
});

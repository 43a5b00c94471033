import { yesOrNo } from './config-values.ts';
import { described, section, withDefault } from './shape.ts';

const syntax = (label: string, help: string) =>
  described(withDefault(yesOrNo(), false), { label, help });

/** `markdown` in `site.yaml` (ADD-THM-9). Everything is off by default, so that no existing text changes its meaning. */
export const markdownSyntax = section({
  definition_lists: syntax(
    'Definition lists',
    'A line that begins with a colon and a space defines the term above it.',
  ),
  abbreviations: syntax(
    'Abbreviations',
    'Lines such as *[HTML]: HyperText Markup Language explain an abbreviation wherever it occurs in the text.',
  ),
  attributes: syntax(
    'Attributes',
    'Classes, ids and harmless attributes in braces, such as {.lead #top}. Writers can use every class of the theme.',
  ),
  math: syntax('Formulas', 'LaTeX formulas between dollar signs.'),
  diagrams: syntax('Diagrams', 'Code blocks of the language mermaid are shown as diagrams.'),
  admonitions: syntax(
    'Admonitions',
    'Notes and warnings between :::note and :::, as in Docusaurus.',
  ),
});

import { visit, type Scalar } from 'yaml';
import type { z } from 'zod';
import { fieldFault, type FieldFault } from '@galley/kernel';
import type { Finding, KeyPath } from './finding.ts';
import { schemaAt, shapeOf } from './shape.ts';
import { toPath, type YamlSource } from './yaml-source.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `$${` gives a literal `${`. The result is parsed for its setting, so `port: ${PORT}` is a number. */
export function substitute(
  source: YamlSource,
  schema: z.ZodType,
  environment: Environment,
): Finding[] {
  const findings: Finding[] = [];
  visit(source.document, {
    Scalar: (role, node: Scalar, ancestors) => {
      if (role === 'key' || typeof node.value !== 'string') return;
      const path = toPath(ancestors, node);
      const result = expand(node.value, environment);
      const place = source.placeOfNode(node);
      findings.push(...result.complaints.map((fault) => ({ place, path, ...fault })));
      node.value = result.isChanged ? parseForSetting(schema, path, result.text) : result.text;
    },
  });
  return findings;
}

function expand(text: string, environment: Environment) {
  const complaints: FieldFault[] = [];
  let isChanged = false;
  const expanded = text.replace(
    /\$\$\{|\$\{([^}]*)\}?/g,
    (match: string, name: string | undefined) => {
      if (name === undefined) return '${';
      isChanged = true;
      if (!match.endsWith('}') || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
        complaints.push(fieldFault('not_a_variable_reference'));
        return '';
      }
      const found = environment[name];
      if (found === undefined) complaints.push(fieldFault('variable_not_set', { name }));
      return found ?? '';
    },
  );
  return { text: expanded, isChanged, complaints };
}

export function parseForSetting(schema: z.ZodType, path: KeyPath, text: string): unknown {
  const target = schemaAt(schema, path);
  return target ? shapeOf(target).fromText(text) : text;
}

import type { z } from 'zod';
import type { Grant, CallingPlugin, Json, Permission } from '@galley/plugins';
import { pluginProblems } from '@galley/plugins';

interface GrantDefinition<Input extends z.ZodType> {
  readonly name: string;
  readonly permission: Permission;
  readonly input: Input;
  readonly run: (input: z.output<Input>, plugin: CallingPlugin) => Promise<unknown>;
}

export function grant<Input extends z.ZodType>({
  name,
  permission,
  input: schema,
  run,
}: GrantDefinition<Input>): Grant {
  return {
    name,
    permission,
    run: async (input, plugin) => {
      const parsed = schema.safeParse(input);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const path = issue!.path.map(String).join('.');
        throw pluginProblems.invalid_call(
          `Invalid call of ${name}: ${path === '' ? '' : `${path}: `}${issue!.message}.`,
        );
      }
      // Normalizes dates and `undefined` to JSON.
      return JSON.parse(JSON.stringify((await run(parsed.data, plugin)) ?? null)) as Json;
    },
  };
}
